/** Stored findings of a platform, or of any, changed: these, or without ids any of them. */
export type FindingChange = { platform: string | undefined; ids: readonly string[] }

const listeners = new Set<(change: FindingChange) => void>()

/** Calls `listener` for every change that the live stream reports, until the returned function is called. */
export function watchFindingChanges(listener: (change: FindingChange) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Passes on a change that the live stream reported. */
export function reportFindingChange(change: FindingChange): void {
  for (const listener of listeners) listener(change)
}

/**
 * Opens something at the first call and returns the same to all later ones. A failure is not cached: the next call opens
 * it again.
 */
export function untilItWorks<T>(open: () => Promise<T>): () => Promise<T> {
  let opened: Promise<T> | undefined
  return () => {
    if (opened) return opened
    const opening = open()
    opened = opening
    opening.catch(() => {
      if (opened === opening) opened = undefined
    })
    return opening
  }
}

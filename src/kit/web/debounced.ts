export type Debounced<Args extends unknown[]> = ((...args: Args) => void) & { cancel: () => void }

/** Runs `work` once, `milliseconds` after the last call. */
export function debounced<Args extends unknown[]>(
  work: (...args: Args) => void,
  milliseconds: number,
): Debounced<Args> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = (...args: Args) => {
    clearTimeout(timer)
    timer = setTimeout(() => work(...args), milliseconds)
  }
  return Object.assign(later, { cancel: () => clearTimeout(timer) })
}

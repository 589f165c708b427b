/** Delays of lists, in milliseconds. */
export const delays = {
  /** A list is fetched this long after the last change of a filter or search (C-337, A-150). */
  fetch: 1000,
  /** Debounce of scroll events (C-337, S-287, A-150). */
  scroll: 100,
  /** Queue lists fetch the next page this long after the end was reached (C-337, S-287, A-150). */
  queue: 500,
  /** Polling interval for the outcome of emails being sent. */
  mail: 1000,
  /** Polling interval for counts that follow a change. */
  counts: 2500,
  /** Polling interval for a file that is being prepared. */
  making: 500,
} as const

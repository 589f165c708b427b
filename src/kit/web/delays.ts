/** Waiting times of lists, in milliseconds. */
export const delays = {
  /** A list asks anew this long after the last change of a filter or a search (C-337, A-150). */
  fetch: 1000,
  /** How often scrolling is looked at (C-337, S-287, A-150). */
  scroll: 100,
  /** Queue lists ask for the next page this long after the end was reached (C-337, S-287, A-150). */
  queue: 500,
  /** How often the outcome of mails on their way is asked for. */
  mail: 1000,
  /** How often a file that is being made is asked for. */
  making: 500,
} as const

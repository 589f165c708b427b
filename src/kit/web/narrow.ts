import { useMedia } from './media.ts'

/** Media query for screens too narrow for a table: phones. The style sheets use the same width. */
export const narrow = '(max-width: 47.99em)'

/** Whether the window is that narrow; known on the first render. */
export const useNarrow = (): boolean => useMedia(narrow)

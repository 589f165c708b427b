import { useMedia } from './media.ts'

/**
 * Media query for screens too small for a table: phones, also when they are held sideways, where the bars above a table
 * leave no room for it. The style sheets use the same sizes.
 */
export const narrow = '(max-width: 47.99em), (max-width: 61.99em) and (max-height: 29.99em)'

/** Whether the window is that small; known on the first render. */
export const useNarrow = (): boolean => useMedia(narrow)

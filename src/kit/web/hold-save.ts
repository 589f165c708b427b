import { createContext } from 'react'

/**
 * Of the form that this is in: holds its Save until the returned function is called, for what the form does not have
 * yet, such as a file on its way. Saved without it, the form would close and lose it.
 */
export const HoldSave = createContext<() => () => void>(() => () => undefined)

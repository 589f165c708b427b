import { createContext, useCallback, useState } from 'react'

/**
 * Of the form that this is in: blocks its Save until the returned function is called, for what the form does not have
 * yet, such as a file on its way or a day that cannot be read. Saved without it, the form would close and lose it.
 */
export const BlockSave = createContext<() => () => void>(() => () => undefined)

/** Whether something blocks the Save of a form, and what to provide as BlockSave to its fields. */
export function useSaveBlock(): { isSaveBlocked: boolean; blockSave: () => () => void } {
  const [blocks, setBlocks] = useState(0)
  const blockSave = useCallback(() => {
    setBlocks((count) => count + 1)
    return () => setBlocks((count) => count - 1)
  }, [])
  return { isSaveBlocked: blocks > 0, blockSave }
}

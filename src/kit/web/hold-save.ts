import { createContext, useCallback, useState } from 'react'

/**
 * Of the form that this is in: holds its Save until the returned function is called, for what the form does not have
 * yet, such as a file on its way or a day that cannot be read. Saved without it, the form would close and lose it.
 */
export const HoldSave = createContext<() => () => void>(() => () => undefined)

/** Whether something holds the Save of a form, and what to provide as HoldSave to its fields. */
export function useHeldSave(): { isHeld: boolean; holdSave: () => () => void } {
  const [holds, setHolds] = useState(0)
  const holdSave = useCallback(() => {
    setHolds((count) => count + 1)
    return () => setHolds((count) => count - 1)
  }, [])
  return { isHeld: holds > 0, holdSave }
}

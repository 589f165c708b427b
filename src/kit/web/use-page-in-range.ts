import { useEffect, useEffectEvent } from 'react'

type Shown = {
  page: number
  /** How many pages there are; undefined until the answer for this page is there. */
  count: number | undefined
  isEmpty: boolean
}

/** Goes to the last page where the shown one is behind it: its last rows are gone, or the address is old. */
export function usePageInRange({ page, count, isEmpty }: Shown, go: (page: number) => void): void {
  const last = count !== undefined && isEmpty && page > count ? Math.max(1, count) : undefined
  const goTo = useEffectEvent(go)
  useEffect(() => {
    if (last !== undefined) goTo(last)
  }, [last])
}

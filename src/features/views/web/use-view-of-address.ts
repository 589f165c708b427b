import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import type { SavedView } from '#features/views/contract.ts'
import { toastError } from '#kit/web/alerts.ts'
import { texts } from './texts.ts'

/** Opens the view that the address names (`view`), as the entries of the menu do, once the views are loaded. */
export function useViewOfAddress(views: readonly SavedView[] | undefined, open: (view: SavedView) => void): void {
  const { view: id }: { view?: unknown } = useSearch({ strict: false })
  const openOne = useEffectEvent(open)
  useEffect(() => {
    if (typeof id !== 'string' || !views) return
    const found = views.find((one) => one.id === id)
    if (found) openOne(found)
    else toastError(texts.gone)
  }, [id, views])
}

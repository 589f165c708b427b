import { useEffect, useEffectEvent } from 'react'
import type { SavedView } from '#features/views/contract.ts'
import { toastError } from '#kit/web/alerts.ts'
import { sentenceOf } from '#kit/web/ErrorState.tsx'
import { useSearchParameter } from '#kit/web/use-search-parameter.ts'
import { texts } from './texts.ts'
import type { SavedViewList } from './use-saved-views.ts'

/**
 * Opens the view that the address names (`view`), as the entries of the menu do, once the views are loaded; says so when
 * it does not exist, or could not be loaded.
 */
export function useViewOfAddress(
  { views, error }: Pick<SavedViewList, 'views' | 'error'>,
  open: (view: SavedView) => void,
): void {
  const id = useSearchParameter('view')
  const openOne = useEffectEvent(open)
  useEffect(() => {
    if (typeof id !== 'string') return
    if (!views) {
      if (error) toastError(texts.notOpened(sentenceOf(error)), { cause: error })
      return
    }
    const found = views.find((one) => one.id === id)
    if (found) openOne(found)
    else toastError(texts.gone)
  }, [id, views, error])
}

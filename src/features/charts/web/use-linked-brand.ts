import { useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { selectBrand } from '#features/sessions/web/select-scope.ts'
import { toastInfo } from '#kit/web/alerts.ts'
import { useChangeAddress } from '#kit/web/use-address.ts'
import { texts } from './texts.ts'

/**
 * Selects the brand that a link to the home names, such as that of a report email, and then takes it out of the address:
 * a brand selected later is not undone by a reload. Returns whether that is done.
 */
export function useLinkedBrand(): boolean {
  const { brand }: { brand?: string | string[] } = useSearch({ strict: false })
  const changeAddress = useChangeAddress()
  const linked = typeof brand === 'string' ? brand : undefined
  useEffect(() => {
    if (linked === undefined) return
    void selectBrand(linked).then((isTheirs) => {
      if (!isTheirs) toastInfo(texts.noLinkedBrand)
      return changeAddress(({ search: { brand: _done, ...rest } }) => ({ search: rest, replace: true }))
    })
  }, [linked, changeAddress])
  return linked === undefined
}

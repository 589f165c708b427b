import type { User } from '#features/sessions/contract-schemas.ts'
import type { Rhythm, Subscription } from '#features/reports/contract.ts'
import { texts } from './texts.ts'

export type ReportLine = {
  /** The brand; empty for all of the person's brands. */
  id: string
  name: string
  /** Where the person has several. */
  company: string | undefined
  rhythm: Rhythm | 'never'
  /** The person has no access to the brand any more. */
  isGone: boolean
}

/**
 * The reports that a person has or can have: of all brands, of each enabled one whichever company is selected, and of
 * those that are gone.
 */
export function reportLines(user: User | undefined, subscriptions: readonly Subscription[]): ReportLine[] {
  const companies = user?.companyDetails ?? []
  const brands = (user?.brandDetails ?? []).filter(({ status }) => status)
  const rhythmOf = (brand: string): ReportLine['rhythm'] =>
    subscriptions.find((one) => (one.brand?.id ?? '') === brand)?.rhythm ?? 'never'
  const companyOf = (id: string) => (companies.length > 1 ? companies.find((one) => one.id === id)?.name : undefined)
  return [
    { id: '', name: texts.allBrands, company: undefined, rhythm: rhythmOf(''), isGone: false },
    ...brands.map(({ id, brandName, company }) => ({
      id,
      name: brandName,
      company: companyOf(company),
      rhythm: rhythmOf(id),
      isGone: false,
    })),
    ...subscriptions.flatMap(({ brand, rhythm }) =>
      brand && !brands.some(({ id }) => id === brand.id)
        ? [{ id: brand.id, name: brand.brandName, company: undefined, rhythm, isGone: true }]
        : [],
    ),
  ]
}

/** What a person chose for a brand, or for all (''). */
export type Choice = Pick<ReportLine, 'rhythm'> & { brand: string }

/** The subscriptions after a choice was stored, as they are shown until they are read again. */
export function withChoice(subscriptions: readonly Subscription[], { brand: id, rhythm }: Choice): Subscription[] {
  const before = subscriptions.find(({ brand }) => (brand?.id ?? '') === id)
  const others = subscriptions.filter((one) => one !== before)
  if (rhythm === 'never') return others
  const brand = before?.brand ?? (id === '' ? null : { id, brandName: '' })
  return [...others, { id: before?.id ?? id, brand, rhythm }]
}

import type { BrandMark, BrandRecord, BrandWork, Watch } from '#features/brands/contract.ts'
import { brandLabels as loggedLabels } from '#features/brands/messages.ts'
import type { Picked } from '#kit/web/SearchPick.tsx'
import type { Day } from '#vocabulary/dates.ts'
import { type PlatformKey, platformNames } from '#vocabulary/platform-names.ts'

export type Watches = Partial<Record<PlatformKey, Partial<Watch>>>

/** A registered mark in the form: all texts. */
export type MarkValues = Record<keyof BrandMark, string>

export const markLabels: Readonly<Record<keyof BrandMark, string>> = {
  name: 'Mark',
  number: 'Registration number',
  office: 'Office',
  country: 'Country',
  classes: 'Classes',
  expiresOn: 'Expiry date',
  link: 'Link to the register',
  owner: 'Owner, if not the company',
}

export const emptyMark: MarkValues = {
  name: '',
  number: '',
  office: '',
  country: '',
  classes: '',
  expiresOn: '',
  link: '',
  owner: '',
}

/** An original work in the form: all texts. */
export type WorkValues = Record<keyof BrandWork, string>

export const workLabels: Readonly<Record<keyof BrandWork, string>> = { title: 'Title', link: 'Published at' }
export const emptyWork: WorkValues = { title: '', link: '' }

/** The values of the brand form. */
export type BrandValues = {
  company: Picked | null
  brandName: string
  searchTerm: string
  category: string
  status: boolean
  platform: Watches
  marks: MarkValues[]
  works: WorkValues[]
}

export const brandLabels: Readonly<Record<keyof BrandValues, string>> = {
  ...loggedLabels,
  platform: 'Platforms',
}

/** The six platforms with their display names. */
export const offeredPlatforms = platformNames.map(({ key, title }) => ({ value: key, label: title }))

/** The display name of a platform key; an unknown key is returned as it is. */
export const platformTitle = (key: string): string => offeredPlatforms.find(({ value }) => value === key)?.label ?? key

/** Whether the watch of a platform ended before `today` (G113). */
export const hasEnded = ({ endDate }: Partial<Watch>, today: Day): boolean => Boolean(endDate) && endDate! < today

/** Form values of a brand, or of a new one when none is given; a new brand is enabled. */
export function brandValues(brand: Partial<BrandRecord> = {}): BrandValues {
  return {
    company: brand.company ? { id: brand.company._id, name: brand.company.name } : null,
    brandName: brand.brandName ?? '',
    searchTerm: brand.searchTerm ?? '',
    category: brand.category ?? '',
    status: brand.status ?? true,
    platform: brand.platform ?? {},
    marks: (brand.marks ?? []).map((one) => ({ ...emptyMark, ...one }) as MarkValues),
    works: (brand.works ?? []).map((one) => ({ ...emptyWork, ...one }) as WorkValues),
  }
}

/** The request body for the form's values. */
export function brandInput({ company, ...values }: BrandValues) {
  const platform = Object.fromEntries(
    Object.entries(values.platform).map(([key, watch]) => [key, { startDate: '', ...watch }]),
  )
  return { ...values, platform, company: company?.id ?? '' }
}

/** The form values without one platform. */
export function withoutPlatform(values: BrandValues, key: string): BrandValues {
  return { ...values, platform: Object.fromEntries(Object.entries(values.platform).filter(([name]) => name !== key)) }
}

/** Why a platform cannot be added; undefined when it can. */
export function platformProblem(
  platforms: Watches,
  key: string | null,
  messages: { none: string; twice: string },
): string | undefined {
  if (!key) return messages.none
  return key in platforms ? messages.twice : undefined
}

import type { Mark, SignedEntry } from '#features/trademarks/contract.ts'
import { showDay } from '#vocabulary/dates.ts'

/** The values of the mark form. */
export type MarkValues = {
  company: { id: string; name: string } | null
  brand: { id: string; brandName: string } | null
  markName: string
  reportingDate: string
  markType: string
  status: string
  startDate: string
  expiryDate: string
  sunriseFlag: string
  notifications: string
  /** The file the form was filled from; empty when it was typed. */
  signedMark: string
}

/** The values of a new mark, reported today by default. */
export function newMark(today: string): MarkValues {
  return {
    company: null,
    brand: null,
    markName: '',
    reportingDate: today,
    markType: '',
    status: 'New',
    startDate: '',
    expiryDate: '',
    sunriseFlag: '',
    notifications: '0',
    signedMark: '',
  }
}

/** A stored mark as form values. */
export function valuesOf(mark: Mark): MarkValues {
  return {
    company: { id: mark.company.id, name: mark.company.name },
    brand: { id: mark.brand.id, brandName: mark.brand.brandName },
    markName: mark.markName,
    reportingDate: mark.reportingDate,
    markType: mark.markType,
    status: mark.status,
    startDate: mark.startDate,
    expiryDate: mark.expiryDate,
    sunriseFlag: mark.sunriseFlag,
    notifications: String(mark.notifications),
    signedMark: '',
  }
}

/** The form as the payload of the API call. */
export function markPayload({ company, brand, signedMark, ...rest }: MarkValues) {
  return { ...rest, company: company?.id, brand: brand?.id, ...(signedMark ? { signedMark } : {}) }
}

/**
 * The form values that a mark of a valid signed mark file sets; such a mark is validated and eligible for sunrise
 * periods.
 */
export function filledFrom(entry: SignedEntry): Partial<MarkValues> {
  const { markName, markType, startDate, expiryDate } = entry
  return { markName, markType, startDate, expiryDate, status: 'Verified', sunriseFlag: 'Yes' }
}

/** A mark of a file as one line of text. */
export function lineOf({ markName, markType, number, startDate, expiryDate }: SignedEntry): string {
  const facts = [markType, number, `${showDay(startDate)} to ${showDay(expiryDate)}`].filter(Boolean)
  return `${markName} (${facts.join(', ')})`
}

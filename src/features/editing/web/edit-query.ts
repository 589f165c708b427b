import { nothingChosen, type StaffScope } from '#features/brands/web/staff-scope.ts'
import { missingScope } from '#features/intake/web/upload-form.ts'
import { isRequired } from '#kit/contract/texts.ts'

export type ColumnFilters = Readonly<Record<string, string>>
/** Which findings the sheet has. */
export type SheetQuery = { scope: StaffScope; reportingDate: string; filters: ColumnFilters }

export const emptyQuery: SheetQuery = { scope: nothingChosen, reportingDate: '', filters: {} }

/** A chosen scope as request parameters. */
export function scopeOf({ companyId, brandId, platform }: StaffScope) {
  return { company: companyId ?? '', brand: brandId ?? '', platform: platform ?? '' }
}

/** An error for each field that must be chosen before rows are fetched. */
export function missingFields({ scope, reportingDate }: SheetQuery): Record<string, string> {
  return { ...missingScope(scope), ...(reportingDate ? {} : { reportingDate: isRequired('Reporting date') }) }
}

import { isEmpty } from '#columns/column.ts'
import { nothingChosen, type StaffScope } from '#features/brands/web/staff-scope.ts'
import { dateOutOfRange } from '#features/staging-rows/messages.ts'
import { isRequired } from '#kit/contract/texts.ts'
import type { GridRows } from '#kit/web/EditableGrid-rows.ts'
import { businessToday } from '#kit/web/settings.ts'
import { type Day, earliestReportingDate } from '#vocabulary/dates.ts'
import { readReasonCode } from '#vocabulary/reason-codes.ts'
import type { UploadHead } from './send-rows.ts'

/** What is chosen above the sheet. */
export type UploadForm = { scope: StaffScope; reportingDate: Day; duplicateLidCheck: boolean }

/** The form when the screen opens: today, and the scope if it is known. */
export const newForm = (scope: StaffScope = nothingChosen): UploadForm => ({
  scope,
  reportingDate: businessToday(),
  duplicateLidCheck: true,
})

/** An error for each part of the scope that is not chosen (S-026). */
export function missingScope({ companyId, brandId, platform }: StaffScope): Record<string, string> {
  return {
    ...(companyId ? {} : { company: isRequired('Company') }),
    ...(brandId ? {} : { brand: isRequired('Brand') }),
    ...(platform ? {} : { platform: isRequired('Platform') }),
  }
}

/** Why a chosen reporting date is refused; undefined for none and for one from 2018 to `today` (S-013). */
export function dateProblem(reportingDate: Day, today: Day): string | undefined {
  if (reportingDate === '') return undefined
  return reportingDate < earliestReportingDate || reportingDate > today ? dateOutOfRange : undefined
}

/** An error for each field that is missing or not valid; the date may be `today` at the latest. */
export function formErrors({ scope, reportingDate }: UploadForm, today: Day): Record<string, string> {
  const problem = reportingDate === '' ? isRequired('Reporting date') : dateProblem(reportingDate, today)
  return { ...missingScope(scope), ...(problem === undefined ? {} : { reportingDate: problem }) }
}

/** Whether a row has a reason code that is not known (S-151). */
export function hasInvalidReasonCode(rows: GridRows): boolean {
  return rows.some((row) => !isEmpty(row['reasonCode']) && readReasonCode(row['reasonCode']) === undefined)
}

/** The fields of an upload besides its rows. The form must have no errors. */
export function headOf({ scope, reportingDate, duplicateLidCheck }: UploadForm): UploadHead {
  return {
    company: scope.companyId!,
    brand: scope.brandId!,
    platform: scope.platform!,
    reportingDate,
    duplicateLidCheck,
  }
}

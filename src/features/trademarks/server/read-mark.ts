import { readRow } from '#columns/column.ts'
import { companyExists } from '#features/companies/server/find-company.ts'
import type { MarkForm } from '#features/trademarks/contract.ts'
import { messages } from '#features/trademarks/messages.ts'
import { isBlank } from '#kit/contract/bounds.ts'
import { isNotValid, isRequired } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import { type FieldErrors, invalid } from '#kit/server/problem.ts'
import { markStatuses, markTypes, sunriseFlags, trademark } from '#platforms/trademark.ts'
import { type Day, earliestReportingDate } from '#vocabulary/dates.ts'
import { companyOfBrand, type MarkValues } from './queries.ts'

const maxNotifications = 100_000
const choices: Readonly<Record<string, readonly string[]>> = {
  markType: markTypes,
  status: markStatuses,
  sunriseFlag: sunriseFlags,
}

/** Validates the form of a mark by the bounds of G107; throws 422 with all errors at once, each at its field. */
export async function readMark(db: Db, form: MarkForm, today: Day): Promise<MarkValues> {
  const { values, problems } = readRow(trademark.columns, Object.keys(trademark.columns), form)
  const errors: Record<string, string> = await scopeErrors(db, form)
  for (const { column, message } of problems) errors[column] = message
  const refuse = (name: keyof typeof trademark.columns) => {
    errors[name] ??= isNotValid(trademark.columns[name].label)
  }
  for (const [name, list] of Object.entries(choices))
    if (!list.includes(values[name] as string)) refuse(name as keyof typeof trademark.columns)
  const { reportingDate, startDate, expiryDate, notifications } = values as Partial<MarkValues>
  if (reportingDate && (reportingDate < earliestReportingDate || reportingDate > today)) refuse('reportingDate')
  if (startDate && expiryDate && expiryDate <= startDate) errors['expiryDate'] = messages.expiryBeforeStart
  if ((notifications ?? 0) > maxNotifications) refuse('notifications')
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return {
    ...(values as MarkValues),
    companyId: String(form.company),
    brandId: String(form.brand),
    notifications: notifications ?? 0,
  }
}

async function scopeErrors(db: Db, { company, brand }: MarkForm): Promise<FieldErrors> {
  const errors: Record<string, string> = {}
  if (isBlank(company)) errors['company'] = isRequired('Company')
  else if (!isId(company) || !(await companyExists(db, company))) errors['company'] = isNotValid('Company')
  if (isBlank(brand)) errors['brand'] = isRequired('Brand')
  else if (!isId(brand)) errors['brand'] = isNotValid('Brand')
  else if (!errors['company'] && (await companyOfBrand(db, brand)) !== company) errors['brand'] = isNotValid('Brand')
  return errors
}
const isId = (raw: unknown): raw is string =>
  typeof raw === 'string' && /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/.test(raw)

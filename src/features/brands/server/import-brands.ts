import type { Pool } from 'pg'
import {
  type BrandRecord,
  brandFields,
  type brands,
  brandSheet,
  reportingPeriods,
  type Watch,
  watch,
} from '#features/brands/contract.ts'
import { companyNamed } from '#features/companies/server/find-company.ts'
import type { ImportReport } from '#kit/contract/imports.ts'
import { isNotValid } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import { importRows, readFields, type RowValues, type SavedRow } from '#kit/server/import-rows.ts'
import { invalid } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { tidyName } from '#vocabulary/names.ts'
import { brandById, lockBrandNamed } from './queries.ts'
import { insertChecked, updateChecked } from './save-brand.ts'

/**
 * Adds and updates brands from a sheet; a row with the name of a brand of the company updates that brand, except what
 * the sheet has no column for. A blank 'Enabled' leaves a stored brand as it is and enables a new one.
 */
export function importBrands(
  pool: Pool,
  session: Session,
  input: Call<typeof brands.importRows>['input'],
): Promise<ImportReport> {
  return importRows(pool, input, {
    columns: brandSheet.columns,
    names: brandSheet.imported,
    identity: {
      column: 'brandName',
      keyOf: ({ company, brandName }) => `${tidyName(String(company))}\n${tidyName(String(brandName))}`.toLowerCase(),
    },
    save: saveRow,
    log: { actor: session, model: 'Brand' },
  })
}

async function saveRow(db: Db, values: RowValues): Promise<SavedRow> {
  const company = await companyNamed(db, String(values['company']))
  if (!company) throw invalid({ company: isNotValid('Company') })
  const { brandName, searchTerm, category, status } = values
  const stored = await lockBrandNamed(db, company, String(brandName))
  const fields = readFields(brandFields, {
    brandName,
    searchTerm,
    category,
    company,
    status: status ?? stored?.status ?? true,
    platform: platformsOf(values, stored && (await brandById(db, stored.id))?.platform),
  })
  const logged = { subject: fields.brandName, companyId: company }
  if (!stored) {
    return { did: 'add', recordId: await insertChecked(db, fields), ...logged }
  }
  const { changes } = await updateChecked(db, stored.id, fields, undefined)
  return { did: 'update', recordId: stored.id, ...logged, changes }
}

/**
 * The platforms for which any of the three cells is filled, and those `stored` ones whose columns the sheet does not
 * have: what a client sees of a brand depends on them. Throws 422 naming the invalid cells.
 */
function platformsOf(values: RowValues, stored: BrandRecord['platform'] = {}): Record<string, Watch> {
  const problems: Record<string, string> = {}
  const found: Record<string, Watch> = {}
  for (const key of brandSheet.keys) {
    const cells = Object.fromEntries(
      Object.entries(partColumns).map(([part, column]) => [part, values[`${key}${column}`]] as const),
    )
    // A platform begins on its start date, so a sheet with that column says which platforms there are.
    const { startDate } = cells
    if (startDate !== undefined && isBlank(cells)) continue
    const given = mergedWith(stored[key], cells)
    if (isBlank(given)) continue
    const period = given['reportingPeriod']
    const read = watch.safeParse({
      ...given,
      startDate: given['startDate'] ?? undefined,
      reportingPeriod: reportingPeriods.find((one) => one.toLowerCase() === String(period).toLowerCase()) ?? period,
    })
    if (read.success) found[key] = read.data
    // All six platforms have the same labels, so the message names the platform.
    else for (const { path, message } of read.error.issues) problems[columnOf(key, path[0])] = `${key}: ${message}`
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return found
}

const isBlank = (cells: object): boolean => Object.values(cells).every((one) => one === undefined || one === null)

/** The parts of a watch, and the ends of their columns. */
const partColumns = { startDate: 'StartDate', endDate: 'EndDate', reportingPeriod: 'ReportingPeriod' } as const

/** A stored watch with the cells of a row in place of its parts, where the sheet has their column. */
const mergedWith = (stored: Readonly<Record<string, unknown>> = {}, cells: RowValues): Record<string, unknown> => ({
  ...stored,
  ...Object.fromEntries(Object.entries(cells).filter(([, cell]) => cell !== undefined)),
})

const columnOf = (key: string, part: PropertyKey | undefined): string =>
  `${key}${partColumns[part as keyof typeof partColumns] ?? partColumns.endDate}`

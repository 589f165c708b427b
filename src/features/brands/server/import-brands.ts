import type { Pool } from 'pg'
import type { Value } from '#columns/kinds.ts'
import { brandFields, type brands, brandSheet } from '#features/brands/contract.ts'
import type { ImportReport } from '#kit/contract/imports.ts'
import { isNotValid } from '#kit/contract/texts.ts'
import { recordData } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { importRows, readFields } from '#kit/server/import-rows.ts'
import { invalid } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { tidyName } from '#vocabulary/names.ts'
import { brandNamed, companyNamed } from './queries.ts'
import { insertChecked, updateChecked } from './save-brand.ts'

/** Adds and changes brands from a sheet; a row with the name of a brand of the company changes that one. */
export function importBrands(
  pool: Pool,
  session: Session,
  input: Call<typeof brands.importRows>['input'],
): Promise<ImportReport> {
  return importRows(pool, input, {
    columns: brandSheet.columns,
    names: brandSheet.imported,
    sameAs: {
      column: 'brandName',
      of: ({ company, brandName }) => `${tidyName(String(company))}\n${tidyName(String(brandName))}`.toLowerCase(),
    },
    save: saveRow,
    onStored: async (db, { added, updated }) => {
      if (added > 0) await recordData(db, session, { type: 'add', model: 'Brand', total: added })
      if (updated > 0) await recordData(db, session, { type: 'update', model: 'Brand', total: updated })
    },
  })
}

async function saveRow(db: Db, values: Readonly<Record<string, Value>>): Promise<'add' | 'update'> {
  const company = await companyNamed(db, String(values['company']))
  if (!company) throw invalid({ company: isNotValid('Company') })
  const { brandName, searchTerm, category, status } = values
  const fields = readFields(brandFields, {
    brandName,
    searchTerm,
    category,
    company,
    status: status ?? true,
    platform: platformsOf(values),
  })
  const id = await brandNamed(db, company, fields.brandName)
  if (!id) {
    await insertChecked(db, fields)
    return 'add'
  }
  await updateChecked(db, id, fields, undefined)
  return 'update'
}

/** The platforms for which any of the three cells is filled. */
function platformsOf(values: Readonly<Record<string, Value>>) {
  const all = brandSheet.keys.map((key) => {
    const [startDate, endDate, reportingPeriod] = ['StartDate', 'EndDate', 'ReportingPeriod'].map(
      (part) => values[`${key}${part}`],
    )
    return [key, { startDate, endDate, reportingPeriod }] as const
  })
  return Object.fromEntries(all.filter(([, watch]) => Object.values(watch).some((cell) => cell !== null)))
}

import type { Pool } from 'pg'
import type { Value } from '#columns/kinds.ts'
import { type companies, companyFields, companySheet } from '#features/companies/contract.ts'
import { companyMessages } from '#features/companies/messages.ts'
import type { ImportReport } from '#kit/contract/imports.ts'
import type { Db } from '#kit/server/db.ts'
import { importRows, readFields, type RowValues, type SavedRow } from '#kit/server/import-rows.ts'
import { invalid } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { tidyName } from '#vocabulary/names.ts'
import { companyNamed } from './find-company.ts'
import { companyById, lockCompany, lockParents } from './queries.ts'
import { insertChecked, updateChecked } from './save-company.ts'

/**
 * Adds and updates companies from a sheet; a row with the name of a company updates that company, except what the sheet
 * has no column for.
 */
export function importCompanies(
  pool: Pool,
  session: Session,
  input: Call<typeof companies.importRows>['input'],
): Promise<ImportReport> {
  return importRows(pool, input, {
    columns: companySheet.columns,
    names: companySheet.imported,
    identity: { column: 'name', keyOf: ({ name }) => tidyName(String(name)).toLowerCase() },
    begin: lockParents,
    save: saveRow,
    columnOf: (field) => (field === 'isParent' ? 'parentCompany' : field),
    log: { actor: session, model: 'Company' },
  })
}

async function saveRow(db: Db, values: RowValues): Promise<SavedRow> {
  const id = await companyNamed(db, String(values['name']))
  const stored = id !== undefined && (await lockCompany(db, id)) ? await companyById(db, id) : undefined
  const parent = await parentOf(db, values['parentCompany'], stored?.parentCompany[0]?._id)
  const { gst, contacts } = values
  const fields = readFields(companyFields, {
    ...values,
    gst: gst === undefined ? stored?.gst : gst,
    isChild: parent !== undefined,
    parentCompany: parent,
    contacts: contacts === undefined ? stored?.contacts : contactsOf(contacts),
  })
  if (!id) {
    const recordId = await insertChecked(db, fields)
    return { did: 'add', recordId, subject: fields.name, companyId: recordId }
  }
  const { changes } = await updateChecked(db, id, fields, undefined)
  return { did: 'update', recordId: id, subject: fields.name, companyId: id, changes }
}

/** The id of the named parent; without a column of parents the `stored` one, with an empty cell none. */
async function parentOf(db: Db, name: Value | undefined, stored: string | undefined): Promise<string | undefined> {
  if (name === undefined) return stored
  if (name === null) return undefined
  const parent = await companyNamed(db, String(name))
  if (!parent) throw invalid({ isParent: companyMessages.parentNotValid })
  return parent
}

/** One contact per line: name | mobile | email | designation. */
function contactsOf(cell: Value) {
  const lines = String(cell ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [contactPersonName, mobileNumber, emailAddress, designation] = line.split('|').map((part) => part.trim())
    return { contactPersonName, mobileNumber, emailAddress, designation }
  })
}

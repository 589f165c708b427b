import type { Pool } from 'pg'
import type { Value } from '#columns/kinds.ts'
import { type companies, companyFields, companySheet } from '#features/companies/contract.ts'
import { companyMessages } from '#features/companies/messages.ts'
import type { ImportReport } from '#kit/contract/imports.ts'
import type { Db } from '#kit/server/db.ts'
import { importRows, readFields, type SavedRow } from '#kit/server/import-rows.ts'
import { invalid } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { tidyName } from '#vocabulary/names.ts'
import { companyNamed } from './find-company.ts'
import { lockParents } from './queries.ts'
import { insertChecked, updateChecked } from './save-company.ts'

/** Adds and updates companies from a sheet; a row with the name of a company updates that company. */
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

async function saveRow(db: Db, values: Readonly<Record<string, Value>>): Promise<SavedRow> {
  const { parentCompany: parentName } = values
  const parent = typeof parentName === 'string' ? await companyNamed(db, parentName) : undefined
  if (parentName !== null && !parent) throw invalid({ isParent: companyMessages.parentNotValid })
  const fields = readFields(companyFields, {
    ...values,
    isChild: parent !== undefined,
    parentCompany: parent,
    contacts: contactsOf(values['contacts']),
  })
  const id = await companyNamed(db, fields.name)
  if (!id) {
    const recordId = await insertChecked(db, fields)
    return { did: 'add', recordId, subject: fields.name, companyId: recordId }
  }
  const { changes } = await updateChecked(db, id, fields, undefined)
  return { did: 'update', recordId: id, subject: fields.name, companyId: id, changes }
}

/** One contact per line: name | mobile | email | designation. */
function contactsOf(cell: Value | undefined) {
  const lines = String(cell ?? '')
    .split('\n')
    .filter((line) => line.trim() !== '')
  return lines.map((line) => {
    const [contactPersonName, mobileNumber, emailAddress, designation] = line.split('|').map((part) => part.trim())
    return { contactPersonName, mobileNumber, emailAddress, designation }
  })
}

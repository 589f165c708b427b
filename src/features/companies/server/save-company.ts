import type { companies, CompanyFields, CompanyRecord } from '#features/companies/contract.ts'
import { companyLabels, companyMessages } from '#features/companies/messages.ts'
import { id as recordId } from '#kit/contract/texts.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { invalid, notFound } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import { orEditConflict } from '#kit/server/versions.ts'
import type { FieldChange } from '#vocabulary/data-log.ts'
import {
  companyById,
  hasChildren,
  insertCompany,
  lockCompany,
  lockParents,
  canBeParent,
  updateCompany,
} from './queries.ts'

type Saved = { message: string; data: CompanyRecord }

/** Adds a company. */
export async function addCompany({ input, session, db }: Call<typeof companies.add>): Promise<Saved> {
  const id = await insertChecked(db, input)
  await logDataChange(db, session, {
    type: 'add',
    model: 'Company',
    total: 1,
    subject: input.name,
    recordId: id,
    companyId: id,
  })
  return { message: companyMessages.saved, data: (await companyById(db, id))! }
}

/** Changes a company; 409 with the newer record when somebody else changed it first. */
export async function editCompany({ input, session, db }: Call<typeof companies.edit>): Promise<Saved> {
  const { companyId: id, version, ...fields } = input
  if (!recordId.safeParse(id).success) throw notFound()
  const { changes, after } = await updateChecked(db, id, fields, version)
  await logDataChange(db, session, {
    type: 'update',
    model: 'Company',
    total: 1,
    subject: fields.name,
    recordId: id,
    companyId: id,
    changes,
  })
  return { message: companyMessages.updated, data: after }
}

/** Inserts a company without writing to the data log; returns the new id. */
export async function insertChecked(db: Db, fields: CompanyFields): Promise<string> {
  const id = newId()
  await checkParent(db, id, fields)
  await insertCompany(db, id, fields)
  return id
}

/** Updates a company without writing to the data log; returns it and the changed fields. Throws 409 when `version` is not current. */
export async function updateChecked(
  db: Db,
  id: string,
  fields: CompanyFields,
  version: number | undefined,
): Promise<{ after: CompanyRecord; changes: FieldChange[] }> {
  await checkParent(db, id, fields)
  // Locked, so that the changes are those from the state that this one replaces.
  await lockCompany(db, id)
  const before = await companyById(db, id)
  const changed = await updateCompany(db, id, fields, version)
  await orEditConflict(changed, () => companyById(db, id))
  const after = (await companyById(db, id))!
  return { after, changes: changedFields(companyLabels, shownFields(before), shownFields(after)) }
}

const shownFields = (company: CompanyRecord | undefined) => ({
  ...company,
  parentCompany: company?.parentCompany.map(({ name }) => name),
})

/** Throws 422 when the parent is a child itself or the company has children (G99: one level, no cycle). */
async function checkParent(db: Db, id: string, { isChild, parentCompany }: CompanyFields): Promise<void> {
  if (!isChild || !parentCompany) return
  await lockParents(db)
  const isFine = parentCompany !== id && (await canBeParent(db, parentCompany)) && !(await hasChildren(db, id))
  if (!isFine) throw invalid({ isParent: companyMessages.parentNotValid })
}

import type { BrandFields, BrandRecord, brands } from '#features/brands/contract.ts'
import { brandLabels, brandMessages } from '#features/brands/messages.ts'
import { id as recordId, isNotValid } from '#kit/contract/texts.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { changedFields } from '#kit/server/changed-fields.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { invalid, notFound } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import { orEditConflict } from '#kit/server/versions.ts'
import type { FieldChange } from '#vocabulary/data-log.ts'
import { brandById, hasLinkedRecords, hasRecords, lockCompany, insertBrand, lockBrand, updateBrand } from './queries.ts'
import { enabledWord } from '#vocabulary/enabled-word.ts'

type Saved = { message: string; data: BrandRecord }

/** Adds a brand to a company. */
export async function addBrand({ input, session, db }: Call<typeof brands.add>): Promise<Saved> {
  const id = await insertChecked(db, input)
  await logDataChange(db, session, {
    type: 'add',
    model: 'Brand',
    total: 1,
    subject: input.brandName,
    recordId: id,
    companyId: input.company,
  })
  return { message: brandMessages.saved, data: (await brandById(db, id))! }
}

/** Changes a brand; 409 with the newer record when somebody else changed it first. */
export async function editBrand({ input, session, db }: Call<typeof brands.edit>): Promise<Saved> {
  const { brandId: id, version, ...fields } = input
  if (!recordId.safeParse(id).success) throw notFound()
  const { changes, after } = await updateChecked(db, id, fields, version)
  await logDataChange(db, session, {
    type: 'update',
    model: 'Brand',
    total: 1,
    subject: fields.brandName,
    recordId: id,
    companyId: fields.company,
    changes,
  })
  return { message: brandMessages.updated, data: after }
}

/** Inserts a brand without writing to the data log; returns the new id. */
export async function insertChecked(db: Db, fields: BrandFields): Promise<string> {
  if (!(await lockCompany(db, fields.company))) throw invalid({ company: isNotValid('Company') })
  const id = newId()
  await insertBrand(db, id, fields)
  return id
}

/** Updates a brand without writing to the data log; returns it and the changed fields. Throws 422 when a brand with records changes company (G37). */
export async function updateChecked(
  db: Db,
  id: string,
  fields: BrandFields,
  version: number | undefined,
): Promise<{ after: BrandRecord; changes: FieldChange[] }> {
  const companyId = await lockBrand(db, id)
  if (!companyId) throw notFound()
  if (companyId !== fields.company) {
    if (!(await lockCompany(db, fields.company))) throw invalid({ company: isNotValid('Company') })
    if ((await hasRecords(db, companyId, id)) || (await hasLinkedRecords(db, companyId, id)))
      throw invalid({ company: brandMessages.companyFixed })
  }
  const before = await brandById(db, id)
  const changed = await updateBrand(db, id, fields, version)
  await orEditConflict(changed, () => brandById(db, id))
  const after = (await brandById(db, id))!
  return { after, changes: brandChanges(before, after) }
}

/** The fields in which two states of a brand differ, for the data log. */
export function brandChanges(before: BrandRecord | undefined, after: BrandRecord | undefined): FieldChange[] {
  return changedFields(brandLabels, shownFields(before), shownFields(after))
}

const shownFields = (brand: BrandRecord | undefined) => ({
  ...brand,
  ...brand?.platform,
  company: brand?.company.name,
  status: brand && enabledWord(brand.status),
})

import type { BrandRecord, brands } from '#features/brands/contract.ts'
import { brandMessages } from '#features/brands/messages.ts'
import { id as recordId } from '#kit/contract/texts.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import { platformKey, platformValue } from '#vocabulary/platform-names.ts'
import { brandChanges } from './save-brand.ts'
import { brandById, hasRecords, lockBrand, markDeleted, removePlatformKey } from './queries.ts'

/** Soft-deletes a brand that has no records (G101). Throws 404, and 409 when it has records. */
export async function deleteBrand({ input, session, db }: Call<typeof brands.remove>) {
  const companyId = await lockBrand(db, input.id)
  if (!companyId) throw notFound()
  if (await hasRecords(db, companyId, input.id)) throw new Problem(409, brandMessages.hasRecords)
  const { brandName } = (await brandById(db, input.id))!
  await markDeleted(db, input.id)
  await logDataChange(db, session, {
    type: 'delete',
    model: 'Brand',
    total: 1,
    subject: brandName,
    recordId: input.id,
    companyId,
  })
  return { message: brandMessages.deleted }
}

/** Removes a platform from a brand. Its findings stay stored and return with the platform (G102). */
export async function removePlatform({
  input,
  session,
  db,
}: Call<typeof brands.removePlatform>): Promise<{ message: string; data: BrandRecord }> {
  const value = platformValue(input.platform)
  if (!value || !recordId.safeParse(input.brandId).success) throw notFound()
  const key = platformKey(value)
  const before = await brandById(db, input.brandId)
  const isRemoved = await removePlatformKey(db, input.brandId, key)
  const brand = await brandById(db, input.brandId)
  if (!brand || (!isRemoved && !(key in brand.platform))) throw notFound()
  if (!isRemoved) throw new Problem(409, brandMessages.lastPlatform)
  await logDataChange(db, session, {
    type: 'update',
    model: 'Brand',
    total: 1,
    subject: brand.brandName,
    recordId: brand.id,
    companyId: brand.company._id,
    changes: brandChanges(before, brand),
  })
  return { message: brandMessages.platformRemoved, data: brand }
}

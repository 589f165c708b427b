import { z } from 'zod'
import { requireBrand } from '#features/staging-rows/server/require-brand.ts'
import { messages } from '#features/staging/messages.ts'
import { isNotValid } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import { invalid, notFound, Problem } from '#kit/server/problem.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { companyOfBrand, findDraft, type LockedDraft } from './queries.ts'

/** What a staging call names; `company` may be the brand's id (G79). */
export type GivenScope = { company: string; brand: string; platform: FindingPlatformDefinition }
export type DraftScope = {
  companyId: string
  brandId: string
  brandName: string
  platform: FindingPlatformDefinition
}

/** The brand of a call with its own company. Throws 422 unless `company` names either, and the brand can be chosen. */
export async function scopeOf(db: Db, { company, brand: brandId, platform }: GivenScope): Promise<DraftScope> {
  const companyId = await companyOfBrand(db, brandId)
  if (companyId === undefined) throw invalid({ brand: isNotValid('Brand') })
  if (company !== companyId && company !== brandId) throw invalid({ company: isNotValid('Company') })
  const { name } = await requireBrand(db, { companyId, brandId }, platform)
  return { companyId, brandId, brandName: name, platform }
}

const uuid = z.uuid()

/** A draft by its id; 404 when there is none. Locked until the transaction ends, unless it is only read. */
export async function requireDraft(db: Db, id: string, options: { isRead?: boolean } = {}): Promise<LockedDraft> {
  const draft = uuid.safeParse(id).success ? await findDraft(db, id, options) : undefined
  if (!draft) throw notFound()
  return draft
}

/** The same for a draft that is still open and of this scope; 409 when it was submitted. */
export async function requireOpenDraft(
  db: Db,
  id: string,
  scope: Pick<DraftScope, 'brandId' | 'platform'>,
  options: { isRead?: boolean } = {},
): Promise<LockedDraft> {
  const draft = await requireDraft(db, id, options)
  if (draft.brandId !== scope.brandId || draft.platform !== scope.platform.value) throw notFound()
  if (draft.isSubmitted) throw new Problem(409, messages.alreadySubmitted)
  return draft
}

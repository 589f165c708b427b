import { brandMessages } from '#features/brands/messages.ts'
import { companyExists } from '#features/companies/server/find-company.ts'
import { staffSessionOf } from '#features/sessions/server/session-of.ts'
import { brandDisabled } from '#features/staging-rows/messages.ts'
import { isNotValid } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import { invalid, signedOut } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { type ChosenBrand, chosenBrand, lockBrandForShare } from './queries.ts'

type BrandChoice = { companyId: string; brandId: string }

/** The chosen brand. Throws 422 unless it belongs to the company and is enabled. */
export async function requireEnabledBrand(db: Db, { companyId, brandId }: BrandChoice): Promise<ChosenBrand> {
  if (!(await companyExists(db, companyId))) throw invalid({ company: isNotValid('Company') })
  const brand = await chosenBrand(db, companyId, brandId)
  if (!brand) throw invalid({ brand: isNotValid('Brand') })
  if (!brand.enabled) throw invalid({ brand: brandDisabled })
  return brand
}

/** The chosen brand. Throws 422 unless it belongs to the company, is enabled and has the platform. */
export async function requireBrand(
  db: Db,
  choice: BrandChoice,
  platform: FindingPlatformDefinition,
): Promise<ChosenBrand> {
  const brand = await requireEnabledBrand(db, choice)
  if (!Object.hasOwn(brand.platforms, platform.flag)) throw invalid({ platform: brandMessages.platformMissing })
  return brand
}

/**
 * Locks the brand until the transaction ends, so that nobody deletes, moves or disables it, then checks it again, and
 * whether the person who saves may still: a save can wait for others. Throws 401 and 422.
 */
export async function lockAndRequireBrand(
  db: Db,
  session: Session,
  choice: BrandChoice,
  platform: FindingPlatformDefinition,
): Promise<void> {
  await lockBrandForShare(db, choice.brandId)
  if (!(await staffSessionOf(db, session.userId))) throw signedOut()
  await requireBrand(db, choice, platform)
}

/** The brand names in the rows (lower case) that are not the chosen brand. */
export function wrongBrandsOf(texts: readonly string[], brand: ChosenBrand): string[] {
  const chosen = brand.name.trim().toLowerCase()
  return texts.filter((text) => text !== chosen)
}

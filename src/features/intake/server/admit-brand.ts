import { brandDisabled, platformNotOfBrand } from '#features/intake/messages.ts'
import { isNotValid } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import { invalid } from '#kit/server/problem.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { type ChosenBrand, chosenBrand, companyExists, shareBrand } from './staging-queries.ts'

type Asked = { companyId: string; brandId: string }

/** The chosen brand: the company's, enabled, and with the platform (422 otherwise). */
export async function admitBrand(
  db: Db,
  { companyId, brandId }: Asked,
  platform: FindingPlatformDefinition,
): Promise<ChosenBrand> {
  if (!(await companyExists(db, companyId))) throw invalid({ company: isNotValid('Company') })
  const brand = await chosenBrand(db, companyId, brandId)
  if (!brand) throw invalid({ brand: isNotValid('Brand') })
  if (!brand.enabled) throw invalid({ brand: brandDisabled })
  if (!Object.hasOwn(brand.platforms, platform.flag)) throw invalid({ platform: platformNotOfBrand })
  return brand
}

/** The same, and so it stays until the transaction ends: nobody deletes, moves or disables the brand meanwhile. */
export async function holdBrand(db: Db, asked: Asked, platform: FindingPlatformDefinition): Promise<void> {
  await shareBrand(db, asked.brandId)
  await admitBrand(db, asked, platform)
}

/** Of the brand texts that rows name, those that are not the chosen brand. */
export function wrongBrandsOf(texts: readonly string[], brand: ChosenBrand): string[] {
  const chosen = brand.name.trim().toLowerCase()
  return texts.filter((text) => text !== chosen)
}

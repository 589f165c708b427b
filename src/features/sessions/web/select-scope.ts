import { allBrands } from '#features/sessions/rules.ts'
import { refreshUser } from './refresh-user.ts'
import { chooseBrandId, chooseCompanyAndBrand, storedSession } from './session-store.ts'

/** Selects the company and the brand of a record; the brand may be newer than the stored session. */
export async function selectScope({ company, brand }: { company: string; brand: string }): Promise<void> {
  await brandOf(brand)
  chooseCompanyAndBrand(company, brand)
}

/** Selects one of the person's enabled brands, or `allBrands`; false when the person has no such brand. */
export async function selectBrand(id: string): Promise<boolean> {
  if (id === allBrands) {
    chooseBrandId(null)
    return true
  }
  const brand = await brandOf(id)
  if (!brand?.status) return false
  chooseCompanyAndBrand(brand.company, brand.id)
  return true
}

/** A brand of the person; the user is fetched again when the stored session has no such brand. */
async function brandOf(brand: string) {
  const find = () => storedSession().user?.brandDetails?.find(({ id }) => id === brand)
  const known = find()
  if (known) return known
  await refreshUser()
  return find()
}

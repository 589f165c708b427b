import { refreshUser } from './refresh-user.ts'
import { chooseCompanyAndBrand, storedSession } from './session-store.ts'

/** Selects the company and the brand of a record; the brand may be newer than the stored session. */
export async function selectScope({ company, brand }: { company: string; brand: string }): Promise<void> {
  const isKnown = () => storedSession().user?.brandDetails?.some(({ id }) => id === brand)
  if (!isKnown()) await refreshUser()
  chooseCompanyAndBrand(company, brand)
}

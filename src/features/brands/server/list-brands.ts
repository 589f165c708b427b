import type { brands, PickedBrand } from '#features/brands/contract.ts'
import { companyExists } from '#features/companies/server/find-company.ts'
import { type Page, pageOf } from '#kit/contract/page.ts'
import { id } from '#kit/contract/texts.ts'
import type { Db } from '#kit/server/db.ts'
import { forbidden, notFound } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { listBrands } from './queries.ts'

type PickerQuery = Omit<Call<typeof brands.list>['input'], 'company' | 'ids'> & { ids?: string | undefined }

/** Brands for pickers. Throws 403 for a company outside a Client's scope (G38). */
export async function pickBrands({ input, session, db }: Call<typeof brands.list>): Promise<Page<PickedBrand>> {
  refuseForeign(session, input.company)
  return pageOfBrands(db, session, input, input.company)
}

/** Brands of one company. Throws 404 when the company does not exist, 403 outside a Client's scope. */
export async function brandsOfCompany({
  input,
  session,
  db,
}: Call<typeof brands.ofCompany>): Promise<Page<PickedBrand>> {
  if (!id.safeParse(input.companyId).success) throw notFound()
  refuseForeign(session, input.companyId)
  if (!(await companyExists(db, input.companyId))) throw notFound()
  return pageOfBrands(db, session, input, input.companyId)
}

function refuseForeign(session: Session, companyId: string | undefined): void {
  if (companyId && !isStaff(session) && !session.companyIds.includes(companyId)) throw forbidden()
}

async function pageOfBrands(
  db: Db,
  session: Session,
  { page = 1, perPage: size = 10, disabledBrands = false, status, search, ids }: PickerQuery,
  companyId: string | undefined,
): Promise<Page<PickedBrand>> {
  const validIds = ids?.split(',').filter((one) => id.safeParse(one).success)
  const query = { page, size, companyId, withDisabled: disabledBrands, status, search, ids: validIds }
  const { docs, total } = await listBrands(db, session, query)
  return pageOf(
    docs.map((doc) => ({ ...doc, _id: doc.id })),
    page,
    size,
    total,
  )
}

import type { companies } from '#features/companies/contract.ts'
import { companyMessages } from '#features/companies/messages.ts'
import { logDataChange } from '#kit/server/audit.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import { companyById, hasBrands, hasChildren, lockCompany, lockParents, markDeleted } from './queries.ts'

/** Soft-deletes a company that has neither brands nor child companies (G101). Throws 404, and 409 when it has some. */
export async function deleteCompany({ input, session, db }: Call<typeof companies.remove>) {
  await lockParents(db)
  if (!(await lockCompany(db, input.id))) throw notFound()
  const { name } = (await companyById(db, input.id))!
  if (await hasBrands(db, input.id)) throw new Problem(409, companyMessages.brandsFirst)
  if (await hasChildren(db, input.id)) throw new Problem(409, companyMessages.hasChildren)
  await markDeleted(db, input.id)
  await logDataChange(db, session, {
    type: 'delete',
    model: 'Company',
    total: 1,
    subject: name,
    recordId: input.id,
    companyId: input.id,
  })
  return { message: companyMessages.deleted }
}

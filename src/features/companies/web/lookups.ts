import { companies } from '#features/companies/contract.ts'
import { call } from '#kit/web/call.ts'

/** How many companies a picker asks for at once (C-344, S-284, A-149); typing finds the rest. */
const perPage = 100

/** The first companies of a text, by name or legal name, and how many there are; for `parentsFor` those that may be its parent (G100). */
export async function findCompanies(search: string, of: { parentsFor?: string | undefined; signal: AbortSignal }) {
  const parents = of.parentsFor === undefined ? {} : { showParentCompany: true, excludeIds: of.parentsFor }
  const asked = { page: 1, perPage, search, ...parents }
  const { docs, totalDocs } = await call(companies.list, asked, { signal: of.signal })
  return { found: docs, total: totalDocs }
}

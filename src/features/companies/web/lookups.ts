import { companies } from '#features/companies/contract.ts'
import { call } from '#kit/web/call.ts'

/** Companies a picker loads at once (C-344, S-284, A-149); typing finds the rest. */
const perPage = 100

/** The first companies that match a text, and the total; `parentsFor`: only possible parents of that one (G100). */
export async function findCompanies(search: string, params: { parentsFor?: string | undefined; signal: AbortSignal }) {
  const parents = params.parentsFor === undefined ? {} : { showParentCompany: true, excludeIds: params.parentsFor }
  const query = { page: 1, perPage, search, ...parents }
  const { docs, totalDocs } = await call(companies.list, query, { signal: params.signal })
  return { found: docs, total: totalDocs }
}

import type { ListInput } from '#features/findings/contract-schemas.ts'
import { requestedRange } from '#features/findings/server/range.ts'
import { visible } from '#features/findings/server/visible.ts'
import type { Mark } from '#features/trademarks/contract.ts'
import { pageOf, type Page } from '#kit/contract/page.ts'
import type { Db } from '#kit/server/db.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { trademark } from '#platforms/trademark.ts'
import { type MarkQuery, type MarkSorting, numberOfMarks, pageOfMarks } from './queries.ts'

/** Parameters of the list; `search` matches the names of mark, company and brand (G108). */
type MarkListInput = ListInput & { search?: string | undefined }

/** A page of marks in the caller's scope, exact total. 403 for a foreign company or brand. */
export async function listMarks(db: Db, session: Session, input: MarkListInput, zone: string): Promise<Page<Mark>> {
  const query = markQuery(session, input, zone)
  const size = input.dropdownCount ?? input.perPage ?? 10
  const page = input.page ?? 1
  const window = { size, offset: (page - 1) * size }
  const docs = await pageOfMarks(db, query, sortingOf(session, input), window)
  return pageOf(docs, page, size, await numberOfMarks(db, query))
}

/**
 * The query in the caller's scope. Without dates the Admin's screen lists all marks, and a Client's those of this month
 * (G16).
 */
export function markQuery(session: Session, input: MarkListInput, zone: string): MarkQuery {
  const { companyIds, brandIds } = visible(trademark, session, input)
  const noDates = input.startDate === undefined && input.endDate === undefined
  const everyDay = noDates && (isStaff(session) || input.filters['reportingDate'] !== undefined)
  return {
    companyIds,
    brandIds,
    range: everyDay ? undefined : requestedRange(input, zone),
    filters: input.filters,
    search: input.search,
  }
}

/** Without an order: for staff the newest record first, for Clients the newest reporting date. */
function sortingOf(session: Session, { sortBy, sortOrder, sortDirection }: ListInput): MarkSorting {
  const known = trademark.sortedBy.find((name) => name === sortBy)
  return known
    ? { by: known, direction: sortOrder ?? sortDirection ?? 'asc' }
    : isStaff(session)
      ? { by: 'id', direction: 'desc' }
      : { by: 'reportingDate', direction: 'desc' }
}

import type { Pool } from 'pg'
import type { enforcement } from '#features/enforcement/contract.ts'
import type { EnforcementRecord } from '#features/enforcement/contract-schemas.ts'
import { actionsTaken, lastActionName } from '#features/enforcement/rules.ts'
import { countChoices } from '#features/findings/server/choice-counts.ts'
import { findingFacets, findingsPage, type FindingDeps } from '#features/findings/server/list-findings.ts'
import { idsOfSavedBatch } from '#features/findings/server/saved-batches.ts'
import { visible } from '#features/findings/server/visible.ts'
import type { CallOutput, HandlerInput } from '#kit/contract/endpoint.ts'
import type { Db, Sql } from '#kit/server/db.ts'
import { distinctIds } from '#kit/server/distinct-ids.ts'
import { notFound } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { sellerPlatform } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { readStatus } from '#vocabulary/statuses.ts'
import { actionsInUse, sitesWithFindings } from './choice-queries.ts'
import {
  lastEnforcementConditions,
  abuseContactsFor,
  findingExists,
  hasLastEnforcement,
  isAssigned,
  lastActionOf,
  countLastEnforcements,
} from './queries.ts'
import { lastRecord, recordsOf } from './record-queries.ts'

/** Records per page when the query names no size (S-039). */
export const defaultSize = 50

/** So many findings with such a last enforcement are read and put in order for a page of them. */
const maxReadAtOnce = 20_000

type FetchInput = HandlerInput<typeof enforcement.fetch>

/** The query of a list for enforcement, and its conditions on the last enforcement of a finding. */
export async function queryOfList(
  db: Db,
  session: Session,
  input: Omit<FetchInput, 'limit' | 'page' | 'sortBy' | 'sortOrder'>,
): Promise<{ query: Parameters<typeof findingsPage>[1]; lastConditions: readonly Sql[] }> {
  const { platform, reportingDate: day } = input
  const withHost = platform.enforcedWith.length > 0
  const lastConditions = lastEnforcementConditions({
    actions: textsOf(input.actionTaken),
    ...(withHost && {
      registrar: input.registrar ?? '',
      ipAddress: input.ipAddress ?? '',
      hosting: input.hosting ?? '',
    }),
  })
  const extraConditions = [
    ...(input.assigned ? [isAssigned(input.assigned, session.userId)] : []),
    ...(lastConditions.length > 0 ? [hasLastEnforcement(platform, lastConditions)] : []),
  ]
  const query = {
    platform,
    scope: visible(platform, session, { clientCompanyId: input.company, brand: input.brand }),
    range: day === undefined ? undefined : { startDate: day, endDate: day },
    filters: input.filters,
    ...(input.saved === undefined ? {} : { ids: await idsOfSavedBatch(db, session.userId, input.saved) }),
    extraConditions: extraConditions.length > 0 ? extraConditions : undefined,
  }
  return { query, lastConditions }
}

/** A page of findings with the enforcement records of each, newest first (S-201); the count is exact. */
export async function listForEnforcement(
  db: Db,
  session: Session,
  input: FetchInput,
  tools: Pick<FindingDeps, 'linkTo'>,
): Promise<CallOutput<typeof enforcement.fetch>> {
  const { query, lastConditions } = await queryOfList(db, session, input)
  const { scope, range, filters } = query
  const isAll =
    !input.assigned &&
    query.ids === undefined &&
    range === undefined &&
    scope.brandIds === undefined &&
    Object.keys(filters).length === 0
  // Hardly any of the newest findings may match, and where no counter knows how many do, all are counted anyway.
  const countingOf = async () => {
    if (lastConditions.length === 0) return filters['status'] ? ('reading' as const) : undefined
    if (!isAll) return 'reading'
    const count = () => countLastEnforcements(db, scope, lastConditions)
    // How many meet one condition PostgreSQL expects quite well; how many meet several, it does not.
    if (lastConditions.length === 1) return count
    const total = await count()
    return total <= maxReadAtOnce ? 'reading' : () => Promise.resolve(total)
  }
  const page = await findingsPage(
    db,
    query,
    {
      page: input.page,
      size: input.limit ?? defaultSize,
      sortBy: input.sortBy ?? undefined,
      sortOrder: input.sortOrder,
    },
    tools,
    await countingOf(),
  )
  const ids = page.docs.map(({ id }) => id)
  const records = await recordsOf(db, scope, ids)
  return {
    data: page.docs.map((one) => ({ ...one, enforcementData: records.get(one.id) ?? [] })),
    count: page.totalDocs,
    totalPages: page.totalPages,
    currentPage: page.page,
  }
}

/** How many findings of a list for enforcement each choice of a filter leaves under the other filters. */
export async function countForEnforcement(
  deps: { db: Db; pool: Pool },
  session: Session,
  { name, ...input }: HandlerInput<typeof enforcement.filterCounts>,
): Promise<CallOutput<typeof enforcement.filterCounts>> {
  if (name === lastActionName) {
    const { query } = await queryOfList(deps.db, session, { ...input, actionTaken: undefined })
    return countChoices(deps, query, lastActionOf(input.platform))
  }
  const { query } = await queryOfList(deps.db, session, input)
  return countChoices(deps, query, name)
}

/** The enforcement records of one finding, newest first; 404 when the finding is not in scope. */
export async function listRecords(
  db: Db,
  session: Session,
  platform: FindingPlatformDefinition,
  id: string,
): Promise<{ data: EnforcementRecord[] }> {
  const scope = visible(platform, session)
  if (!(await findingExists(db, scope, id))) throw notFound()
  return { data: (await recordsOf(db, scope, [id])).get(id)! }
}

/** The fields of the last enforcement, to prefill the next; empty texts when there is none (S-203). */
export async function lastEnforcement(
  db: Db,
  session: Session,
  { platform, infrigementId }: HandlerInput<typeof enforcement.last>,
): Promise<CallOutput<typeof enforcement.last>> {
  const scope = visible(platform, session)
  const [id] = distinctIds([infrigementId])
  if (!(await findingExists(db, scope, id!))) throw notFound()
  return (await lastRecord(db, scope, id!)) ?? { registrar: '', ipAddress: '', hosting: '', actionTaken: '' }
}

/** The sites in scope; with a day or statuses only sites that have such a finding (S-202). */
export async function listSites(
  db: Db,
  session: Session,
  input: HandlerInput<typeof enforcement.sites>,
): Promise<{ sites: string[] }> {
  const platform = sellerPlatform
  const scope = visible(platform, session, { clientCompanyId: input.company, brand: input.brand })
  const statuses = textsOf(input.status)?.map((text) => readStatus(text) ?? text)
  const { reportingDate: day } = input
  if (day === undefined && statuses === undefined) {
    const facets = await findingFacets(db, session, platform, { clientCompanyId: input.company, brand: input.brand })
    return { sites: facets[platform.seller!.site]! }
  }
  return { sites: await sitesWithFindings(db, platform, scope, { day, statuses }) }
}

/** The standard actions, then any others in use (G73). */
export async function listActions(
  db: Db,
  session: Session,
  { platform, company }: HandlerInput<typeof enforcement.actions>,
): Promise<{ data: string[] }> {
  const used = await actionsInUse(db, visible(platform, session, { clientCompanyId: company }))
  return { data: [...new Set([...actionsTaken, ...used])] }
}

/** Abuse desk addresses of a registrar and a host, without duplicates, sorted (G74). */
export async function listAbuseEmails(
  db: Db,
  { registrar, hosting }: HandlerInput<typeof enforcement.abuseEmails>,
): Promise<{ data: { abuseEmailId: string; bounced: boolean }[] }> {
  const names = [registrar, hosting].filter((name): name is string => Boolean(name?.trim()))
  return { data: await abuseContactsFor(db, names) }
}

function textsOf(raw: string | number | readonly string[] | null | undefined): string[] | undefined {
  const texts = (typeof raw === 'object' && raw !== null ? [...raw] : [String(raw ?? '')])
    .map((text) => text.trim())
    .filter(Boolean)
  return texts.length === 0 ? undefined : texts
}

import { inScope, inScopes, type Scope } from '#features/findings/server/visible.ts'
import type { Proposal, Visit } from '#features/revisits/contract.ts'
import type { ProposalKind } from '#features/revisits/rules.ts'
import { likePattern, type Db, row, rows, type Sql, sql } from '#kit/server/db.ts'
import { readPage } from '#kit/server/read-page.ts'
import { statusAfter } from './visit-due.ts'

/** A visit `v` as JSON for the API. */
const visitJson = sql`jsonb_build_object('id', v.id, 'at', to_char(v.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'address', v.address, 'outcome', v.outcome, 'side', v.side, 'streak', v.streak, 'reason', v.reason,
  'statusCode', v.status_code, 'addresses', v.addresses, 'finalAddress', v.final_address, 'title', v.title,
  'excerpt', v.excerpt, 'sha256', encode(v.sha256, 'hex'))`

const kindOf = sql`case when w.proposed_status = ${statusAfter.success} then 'success' else 'reopen' end`

/** Open proposals: those whose finding still has the status that was seen. */
const fromOpenProposals = (
  { scopes, search }: Pick<ProposalQuery, 'scopes' | 'search'>,
  kind: ProposalKind | undefined,
): Sql =>
  sql`from finding_watches w join findings f on f.company_id = w.company_id and f.id = w.finding_id
    where w.proposal is not null and f.status = w.proposed_from and ${inScopes(scopes)}
      ${kind ? sql`and w.proposed_status = ${statusAfter[kind]}` : sql``}
      ${
        search
          ? sql`and exists (select from finding_visits s where s.company_id = w.company_id
              and s.finding_id = w.finding_id and s.address ilike ${likePattern(search)})`
          : sql``
      }`

type ProposalQuery = {
  scopes: readonly Scope[]
  search?: string | undefined
  kind?: ProposalKind | undefined
  page?: number | undefined
  perPage?: number | undefined
}

/** A page of the open proposals, newest first, each with the visit that led to it. */
export function openProposals(db: Db, { kind, ...query }: ProposalQuery) {
  const last = sql`(select ${visitJson} from finding_visits v where v.company_id = w.company_id
    and v.finding_id = w.finding_id and v.side is not null order by v.at desc, v.id desc limit 1)`
  return readPage<Proposal>(db, query, {
    select: sql`w.proposal as id, ${kindOf} as kind, w.proposed_from as "from", w.proposed_status as "to",
      w.proposed_at as "proposedAt", w.first_at as since, w.streak, f.id as "findingId", f.platform,
      (select name from companies k where k.id = f.company_id) as company,
      (select brand_name from brands b where b.id = f.brand_id) as brand, ${last} as visit`,
    from: fromOpenProposals(query, kind),
    order: sql`w.proposed_at desc, w.finding_id desc`,
  })
}

/** How many open proposals there are of each kind. */
export async function proposalCounts(
  db: Db,
  query: Pick<ProposalQuery, 'scopes' | 'search'>,
): Promise<Record<ProposalKind, number>> {
  const found = await row<Record<ProposalKind, number>>(
    db,
    sql`select count(*) filter (where w.proposed_status = ${statusAfter.success}) as success,
      count(*) filter (where w.proposed_status = ${statusAfter.reopen}) as reopen ${fromOpenProposals(query, undefined)}`,
  )
  return found!
}

export type ProposalRef = { id: string; findingId: string; platform: string }

/** Which findings these proposals are about. */
export function findingsOfProposals(db: Db, ids: readonly string[]): Promise<ProposalRef[]> {
  return rows(
    db,
    sql`select w.proposal as id, w.finding_id as "findingId", f.platform
      from finding_watches w join findings f on f.company_id = w.company_id and f.id = w.finding_id
      where w.proposal = any(${ids}::uuid[])`,
  )
}

export type LockedProposal = {
  id: string
  companyId: string
  findingId: string
  kind: ProposalKind
  from: string
  to: string
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
}

/**
 * Locks open proposals until the transaction ends, with the data of the last enforcement; their findings are locked
 * already.
 */
export function lockProposals(db: Db, ids: readonly string[]): Promise<LockedProposal[]> {
  return rows(
    db,
    sql`select w.proposal as id, w.company_id as "companyId", w.finding_id as "findingId", ${kindOf} as kind,
        w.proposed_from as "from", w.proposed_status as "to", e.registrar, e.ip_address as "ipAddress", e.hosting
      from finding_watches w
      left join last_enforcements e on e.company_id = w.company_id and e.finding_id = w.finding_id
      where w.proposal = any(${ids}::uuid[]) order by w.finding_id for update of w`,
  )
}

/** Closes proposals; a dismissed one does not return while the belief stays the same. */
export async function closeProposals(db: Db, ids: readonly string[], dismissedBy: string | undefined): Promise<void> {
  const dismissed = dismissedBy
    ? sql`, dismissed = believed, dismissed_by = ${dismissedBy}::uuid, dismissed_at = now()`
    : sql``
  await rows(
    db,
    sql`update finding_watches set proposal = null, proposed_status = null, proposed_from = null, proposed_at = null
      ${dismissed} where proposal = any(${ids}::uuid[])`,
  )
}

type Visits = { visits: Visit[]; total: number; isRequested: boolean }

/** The last visits of a finding in scope, newest first. */
export async function visitsOf(db: Db, scope: Scope, findingId: string, limit: number): Promise<Visits> {
  const found = await row<Visits>(
    db,
    sql`select coalesce((select jsonb_agg(one.v) from (select ${visitJson} as v from finding_visits v
          where v.company_id = w.company_id and v.finding_id = w.finding_id order by v.at desc, v.id desc limit ${limit}) one),
          '[]') as visits,
        (select count(*) from finding_visits v where v.company_id = w.company_id and v.finding_id = w.finding_id) as total,
        w.is_requested as "isRequested"
      from findings f join finding_watches w on w.company_id = f.company_id and w.finding_id = f.id
      where ${inScope(scope)} and f.id = ${findingId}::uuid`,
  )
  return found ?? { visits: [], total: 0, isRequested: false }
}

/** A finding in scope; undefined when it does not exist or is not visible to this person. */
export function findingInScope(db: Db, scope: Scope, findingId: string): Promise<{ companyId: string } | undefined> {
  return row(
    db,
    sql`select f.company_id as "companyId" from findings f where ${inScope(scope)} and f.id = ${findingId}::uuid`,
  )
}

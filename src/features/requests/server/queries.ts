import type { ClientRequest, Line, OwnRequest, RequestStatus } from '#features/requests/contract.ts'
import { columnRef, joinPlatformTable } from '#features/findings/server/column-refs.ts'
import { inScope, type Scope } from '#features/findings/server/visible.ts'
import type { Page } from '#kit/contract/page.ts'
import { isActive } from '#kit/server/active-people.ts'
import { type Db, joinConditions, row, rows, sql, type Sql } from '#kit/server/db.ts'
import { fullNameOf } from '#kit/server/full-name.ts'
import { orderOf, readPage } from '#kit/server/read-page.ts'
import { searchConditions } from '#kit/server/search-text.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

const waiting = sql`('Open', 'Taken')`

/** Serialises submissions of a brand, so that the second of two equal ones finds the requests of the first. */
export async function lockBrand(db: Db, brandId: string): Promise<void> {
  await rows(db, sql`select pg_advisory_xact_lock(hashtextextended(${`client request ${brandId}`}, 0))`)
}

export type ExistingRecord = { key: string } & Record<string, string | null>

/** The findings in scope that have one of these identity keys. */
export function existingRecords(
  db: Db,
  platform: FindingPlatformDefinition,
  scope: Scope,
  keys: readonly string[],
): Promise<ExistingRecord[]> {
  const own = Object.entries(platform.shownInRequests).map(
    ([name, column]) => sql`, ${columnRef(platform, column)} as ${sql.id(name)}`,
  )
  return rows(
    db,
    sql`select f.identity_key key, f.reporting_date "reportingDate", f.priority, f.status ${sql.join(own, sql``)}
        from findings f ${joinPlatformTable(platform)}
        where ${inScope(scope)} and f.identity_key = any(${keys}::uuid[])`,
  )
}

/** The waiting requests of the brand for these identity keys, with the time of the request. */
export function waitingRequests(
  db: Db,
  brandId: string,
  keys: readonly string[],
): Promise<{ key: string; since: string }[]> {
  return rows(
    db,
    sql`select identity_key key, created_at since from client_requests
        where brand_id = ${brandId} and identity_key = any(${keys}::uuid[]) and status in ${waiting}`,
  )
}

export type Submission = { id: string; companyId: string; brandId: string; platform: string; sentBy: string }

/** Stores a submission with its lines. `ids`, `keys` and `lines` correspond by index. */
export async function insertSubmission(
  db: Db,
  submission: Submission,
  content: { lines: readonly Line[]; ids: readonly string[]; keys: readonly string[] },
): Promise<void> {
  const { id, companyId, brandId, platform, sentBy } = submission
  await rows(
    db,
    sql`insert into request_submissions (id, company_id, brand_id, platform, sent_by)
        values (${id}, ${companyId}, ${brandId}, ${platform}, ${sentBy})`,
  )
  await rows(
    db,
    sql`insert into client_requests (id, submission_id, position, company_id, brand_id, platform, domain, remarks, identity_key)
        select l.id, ${id}::uuid, l.position - 1, ${companyId}::uuid, ${brandId}::uuid, ${platform}, l.domain, l.remarks, l.key
        from unnest(${content.ids}::uuid[], ${content.lines.map((line) => line.domain)}::text[],
          ${content.lines.map((line) => line.remarks)}::text[], ${content.keys}::uuid[])
          with ordinality as l (id, domain, remarks, key, position)`,
  )
}

const ownColumns = sql`r.id, r.id "_id", r.platform, r.domain, r.remarks, r.status, r.answer, r.finding_id finding,
  r.created_at "createdAt", r.updated_at "updatedAt", ${fullNameOf(sql`u`)} "requestedBy",
  jsonb_build_object('id', c.id, '_id', c.id, 'name', c.name) company,
  jsonb_build_object('id', b.id, '_id', b.id, 'brandName', b.brand_name) brand`

const requestsWithNames = sql`from client_requests r join request_submissions g on g.id = r.submission_id
  join users u on u.id = g.sent_by join companies c on c.id = r.company_id join brands b on b.id = r.brand_id
  left join users o on o.id = r.owner_id`

const newestFirst = sql`r.created_at desc, r.submission_id desc, r.position`

export type OwnRequestsQuery = {
  page?: number | undefined
  perPage?: number | undefined
  search?: string | undefined
  status?: RequestStatus | undefined
  brandIds: readonly string[]
}

/** Requests of some brands, newest first. */
export function ownRequests(db: Db, query: OwnRequestsQuery): Promise<Page<OwnRequest>> {
  const conditions = searchConditions(query.search, [sql`r.domain`, sql`r.remarks`])
  conditions.push(sql`r.brand_id = any(${query.brandIds}::uuid[])`)
  if (query.status) conditions.push(sql`r.status = ${query.status}`)
  return readPage(
    db,
    { page: query.page, perPage: query.perPage },
    {
      select: ownColumns,
      from: sql`${requestsWithNames} where ${joinConditions(conditions)}`,
      order: newestFirst,
      size: 10,
    },
  )
}

/** The sortable columns (G11). */
const sortable: Readonly<Record<string, Sql>> = {
  createdAt: sql`r.created_at`,
  company: sql`lower(c.name)`,
  brand: sql`lower(b.brand_name)`,
  platform: sql`r.platform`,
  domain: sql`r.domain`,
  status: sql`array_position(array['Open', 'Taken', 'Done', 'Declined'], r.status)`,
  owner: sql`lower(${fullNameOf(sql`o`)})`,
}

export type RequestsQuery = {
  page?: number | undefined
  perPage?: number | undefined
  sortBy?: string | undefined
  sortDirection?: 'asc' | 'desc' | undefined
  search?: string | undefined
  company?: string | undefined
  brand?: string | undefined
  platform?: string | undefined
  status?: RequestStatus | undefined
  owner?: string | undefined
  ids?: readonly string[] | undefined
}

/** One page of everybody's requests, newest first by default. */
export function pageOfRequests(db: Db, query: RequestsQuery): Promise<Page<ClientRequest>> {
  const conditions = searchConditions(query.search, [sql`r.domain`, sql`r.remarks`], (pattern) => [
    sql`r.company_id = any(array(select id from companies where name ilike ${pattern}))`,
    sql`r.brand_id = any(array(select id from brands where brand_name ilike ${pattern}))`,
  ])
  if (query.company) conditions.push(sql`r.company_id = ${query.company}::uuid`)
  if (query.brand) conditions.push(sql`r.brand_id = ${query.brand}::uuid`)
  if (query.platform) conditions.push(sql`r.platform = ${query.platform}`)
  if (query.status) conditions.push(sql`r.status = ${query.status}`)
  if (query.owner) conditions.push(sql`r.owner_id = ${query.owner}::uuid`)
  if (query.ids) conditions.push(sql`r.id = any(${query.ids}::uuid[])`)
  const isSortable = Object.hasOwn(sortable, query.sortBy ?? '')
  return readPage(db, query, {
    select: sql`${ownColumns},
      case when o.id is not null then jsonb_build_object('id', o.id, '_id', o.id, 'name', ${fullNameOf(sql`o`)}) end owner`,
    from: sql`${requestsWithNames} where ${joinConditions(conditions)}`,
    order: isSortable ? orderOf(query, sortable, sql`r.id`) : newestFirst,
  })
}

export type LockedRequest = {
  id: string
  companyId: string
  brandId: string
  domain: string
  key: string
  status: RequestStatus
  ownerId: string | null
  ownerName: string
}

/** These requests, locked until the end of the transaction, in a fixed order so that two people cannot deadlock. */
export function lockRequests(db: Db, ids: readonly string[]): Promise<LockedRequest[]> {
  return rows(
    db,
    sql`select r.id, r.company_id "companyId", r.brand_id "brandId", r.domain, r.identity_key key, r.status, r.owner_id "ownerId",
          coalesce((select ${fullNameOf(sql`o`)} from users o where o.id = r.owner_id), '') "ownerName"
        from client_requests r where r.id = any(${ids}::uuid[]) order by r.id for update`,
  )
}

/** Sets the status, owner and answer of requests. */
export async function updateRequests(
  db: Db,
  ids: readonly string[],
  to: { status: RequestStatus; ownerId: string | null; answer: string },
): Promise<void> {
  await rows(
    db,
    sql`update client_requests set status = ${to.status}, owner_id = ${to.ownerId}::uuid, answer = ${to.answer},
          updated_at = now() where id = any(${ids}::uuid[])`,
  )
}

/** Whether the brand has any waiting request on the platform. */
export async function hasWaitingRequests(db: Db, scope: { brandId: string; platform: string }): Promise<boolean> {
  return Boolean(
    await row(
      db,
      sql`select 1 from client_requests
          where brand_id = ${scope.brandId} and platform = ${scope.platform} and status in ${waiting} limit 1`,
    ),
  )
}

export type Fulfilled = { request: string; finding: string }

/**
 * The waiting requests of the brand that the saved findings fulfil: those named by a row, else of the same address.
 * `saved` is a relation with id, identity_key and request_id.
 */
export async function fulfilledBy(
  db: Db,
  scope: { brandId: string; platform: string },
  saved: Sql,
): Promise<Fulfilled[]> {
  // Temporary tables have no statistics; a nested loop would read it once for every request.
  await rows(db, sql`set local enable_nestloop = off`)
  const found = await rows<Fulfilled>(
    db,
    sql`with waiting as materialized (
          select id, identity_key from client_requests
          where brand_id = ${scope.brandId} and platform = ${scope.platform} and status in ${waiting}
        )
        select distinct on (request) request, finding from (
          select w.id request, s.id finding, 0 rank from waiting w join ${saved} s on s.request_id = w.id
          union all
          select w.id, s.id, 1 from waiting w join ${saved} s on s.identity_key = w.identity_key
        ) pairs order by request, rank`,
  )
  await rows(db, sql`set local enable_nestloop = on`)
  return found
}

/** Completes requests with the findings saved for them. A request without an owner goes to this person. */
export async function completeRequests(
  db: Db,
  actor: { companyId: string; userId: string },
  pairs: readonly Fulfilled[],
): Promise<void> {
  await rows(
    db,
    sql`update client_requests r set status = 'Done', owner_id = coalesce(r.owner_id, ${actor.userId}::uuid),
          finding_id = p.finding, updated_at = now()
        from unnest(${pairs.map((one) => one.request)}::uuid[], ${pairs.map((one) => one.finding)}::uuid[])
          as p (request, finding)
        where r.id = p.request and r.company_id = ${actor.companyId} and r.status in ${waiting}`,
  )
}

export type SubmissionToMail = {
  platform: string
  brandName: string
  companyName: string
  sender: string
  createdAt: string
  lines: { domain: string; remarks: string }[]
}

/** A submission that has not been emailed yet; undefined when it has. */
export function submissionToMail(db: Db, id: string): Promise<SubmissionToMail | undefined> {
  return row(
    db,
    sql`select g.platform, b.brand_name "brandName", c.name "companyName", ${fullNameOf(sql`u`)} sender, g.created_at "createdAt",
          (select jsonb_agg(jsonb_build_object('domain', r.domain, 'remarks', r.remarks) order by r.position)
            from client_requests r where r.submission_id = g.id) lines
        from request_submissions g join users u on u.id = g.sent_by join companies c on c.id = g.company_id
          join brands b on b.id = g.brand_id
        where g.id = ${id} and g.mailed_at is null`,
  )
}

/** Marks a submission as emailed; false when it already was. */
export async function markMailed(db: Db, id: string): Promise<boolean> {
  const marked = await rows(
    db,
    sql`update request_submissions set mailed_at = now() where id = ${id} and mailed_at is null returning id`,
  )
  return marked.length > 0
}

/** The email addresses of all Admins who can sign in. */
export async function adminAddresses(db: Db): Promise<string[]> {
  const found = await rows<{ email: string }>(
    db,
    sql`select distinct lower(u.email) email from users u
        where u.role = 'Admin' and ${isActive(sql`u`)} order by 1`,
  )
  return found.map((one) => one.email)
}

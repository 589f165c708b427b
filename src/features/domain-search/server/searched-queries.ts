import type { LikenessPart, MadeFinding, SearchedDomain } from '#features/domain-search/contract-schemas.ts'
import type { Action } from '#features/domain-search/rules.ts'
import type { Page } from '#kit/contract/page.ts'
import { type Db, joinConditions, likePattern, row, rows, sql, type Sql } from '#kit/server/db.ts'
import { nameOrRoleOf } from '#kit/server/full-name.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'
import { readPage } from '#kit/server/read-page.ts'

/** What a visit saw, besides what has a column of its own. */
export type StoredVisit = {
  title: string | null
  finalAddress: string | null
  status: number | null
  note: string | null
  certificate: { issuer: string; validFrom: string; validTo: string } | null
}

/** What is stored of a look-alike after it was seen. */
export type Seen = {
  addresses: readonly string[]
  nameServers: readonly string[]
  mailServers: readonly string[]
  registrar: string | null
  registeredOn: string | null
  expiresOn: string | null
  changedOn: string | null
  visit: StoredVisit
  isParked: boolean
  imageKey: string | null
  archiveKey: string | null
  pictureHash: Buffer | null
  iconHash: Buffer | null
  logoHashes: readonly Buffer[]
  pageText: string
  /** The hash of the structure of its page, 64 hexadecimal digits. */
  template: string | null
  likeness: number
  likenessParts: readonly LikenessPart[]
}

export type NewSearched = Seen & {
  id: string
  companyId: string
  brandId: string
  domain: string
  keyword: string
  family: string
  score: number
  source: 'made' | 'feed'
}

/** Adds a look-alike; false when the brand has it already. */
export async function addSearched(db: Db, one: NewSearched): Promise<boolean> {
  const added = await row(
    db,
    sql`insert into searched_domains (id, company_id, brand_id, domain, keyword, family, score, source, addresses,
        name_servers, mail_servers, registrar, registered_on, expires_on, changed_on, visit, is_parked, image_key,
        archive_key, picture_hash, icon_hash, logo_hashes, page_text, page_template, likeness, likeness_parts, seen_at)
      values (${one.id}, ${one.companyId}, ${one.brandId}, ${one.domain}, ${one.keyword}, ${one.family}, ${one.score},
        ${one.source}, ${one.addresses}::text[], ${one.nameServers}::text[], ${one.mailServers}::text[],
        ${one.registrar}, ${one.registeredOn}, ${one.expiresOn}, ${one.changedOn}, ${jsonbOf(one.visit)}::jsonb,
        ${one.isParked}, ${one.imageKey}, ${one.archiveKey}, ${one.pictureHash}, ${one.iconHash}, ${one.logoHashes}::bytea[], ${one.pageText},
        decode(${one.template}, 'hex'), ${one.likeness}, ${jsonbOf(one.likenessParts)}::jsonb, now())
      on conflict (brand_id, domain) do nothing returning id`,
  )
  return added !== undefined
}

export type SearchedRow = Omit<SearchedDomain, '_id' | 'imageUrl' | 'unicode'> & { imageKey: string | null }

export type SearchedFilter = {
  page?: number | undefined
  perPage?: number | undefined
  company?: string | undefined
  brand?: string | undefined
  search?: string | undefined
  /** A business day, with the zone that it is of. */
  date?: string | undefined
  zone: string
  /** Those that were decided about instead of the others. */
  decided?: boolean | undefined
}

/** The finding `f` that the searched domain `d` became, if it is not deleted. */
const joinFinding: Sql = sql`left join findings f on f.company_id = d.company_id and f.id = d.finding_id
        and f.deleted_at is null`
const madeFindingOf: Sql = sql`case when f.id is not null then jsonb_build_object('id', f.id, 'platform', f.platform,
        'companyId', f.company_id, 'brandId', f.brand_id, 'reportingDate', f.reporting_date) end`

/** The finding that a searched domain became; null when there is none. */
export async function findingOf(db: Db, id: string): Promise<MadeFinding | null> {
  const found = await row<{ finding: MadeFinding | null }>(
    db,
    sql`select ${madeFindingOf} as finding from searched_domains d ${joinFinding} where d.id = ${id}::uuid`,
  )
  return found?.finding ?? null
}

/** One page of the searched domains: undecided ones, the most alike first, or decided ones, the last decision first. */
export function pageOfSearched(db: Db, filter: SearchedFilter): Promise<Page<SearchedRow>> {
  const { company, brand, search, date, zone, decided = false } = filter
  const conditions: Sql[] = [decided ? sql`d.action is not null` : sql`d.action is null`]
  if (company) conditions.push(sql`d.company_id = ${company}`)
  if (brand) conditions.push(sql`d.brand_id = ${brand}`)
  if (search) conditions.push(sql`d.domain like ${likePattern(search.toLowerCase())}`)
  if (date)
    conditions.push(
      sql`d.created_at >= (${date}::date)::timestamp at time zone ${zone}
        and d.created_at < (${date}::date + 1)::timestamp at time zone ${zone}`,
    )
  return readPage(db, filter, {
    select: sql`d.id, d.domain, d.keyword, d.family, d.image_key as "imageKey", c.name as company,
      d.company_id as "companyId", b.brand_name as brand, d.brand_id as "brandId", d.likeness,
      d.likeness_parts as "likenessParts", d.registrar, d.registered_on as "registeredOn",
      d.name_servers as "nameServers", d.mail_servers as "mailServers", d.addresses, d.is_parked as "isParked",
      d.visit->>'title' as title, d.visit->>'finalAddress' as "finalAddress", d.visit->>'note' as "pageNote",
      d.returned_because as "returnedBecause", d.created_at as "createdAt",
      d.action, d.acted_at as "actedAt", ${nameOrRoleOf(sql`u`)} as "actedBy",
      ${madeFindingOf} as finding`,
    from: sql`from searched_domains d join companies c on c.id = d.company_id and c.deleted_at is null
      join brands b on b.id = d.brand_id and b.deleted_at is null left join users u on u.id = d.acted_by
      ${joinFinding} where ${joinConditions(conditions)}`,
    order: decided ? sql`d.acted_at desc, d.id desc` : sql`d.likeness desc, d.id desc`,
    size: 60,
  })
}

/** A searched domain for an action on it. */
export type Actable = {
  id: string
  companyId: string
  brandId: string
  brand: string
  domain: string
  keyword: string
  action: Action | null
  addresses: string[]
  nameServers: string[]
  mailServers: string[]
  registrar: string | null
  registeredOn: string | null
  expiresOn: string | null
  changedOn: string | null
  visit: StoredVisit
  isParked: boolean
  imageKey: string | null
  /** The hash of the structure of its page, and whether a browser drew that. */
  template: string | null
  isDrawn: boolean
  likeness: number
  likenessParts: LikenessPart[]
  seenAt: string | null
}

/** These searched domains of brands that are not deleted; ids that do not exist are left out. `lock` until the transaction ends. */
export function searchedByIds(db: Db, ids: readonly string[], lock = false): Promise<Actable[]> {
  return rows(
    db,
    sql`select d.id, d.company_id as "companyId", d.brand_id as "brandId", b.brand_name as brand, d.domain, d.keyword,
        d.action, d.addresses, d.name_servers as "nameServers", d.mail_servers as "mailServers", d.registrar,
        d.registered_on as "registeredOn", d.expires_on as "expiresOn", d.changed_on as "changedOn", d.visit,
        d.is_parked as "isParked", d.image_key as "imageKey", d.likeness, d.likeness_parts as "likenessParts",
        d.seen_at as "seenAt", d.archive_key is not null as "isDrawn",
        encode(d.page_template, 'hex') as template
      from searched_domains d join brands b on b.id = d.brand_id and b.deleted_at is null
      join companies c on c.id = d.company_id and c.deleted_at is null
      where d.id = any(${ids}::uuid[]) order by d.id ${lock ? sql`for update of d` : sql``}`,
  )
}

/** Marks searched domains as decided, each with its finding, if it has one; notes what was known of them then. */
export async function markDecided(
  db: Db,
  { action, userId }: { action: Action; userId: string },
  decided: readonly { id: string; findingId: string | null }[],
): Promise<void> {
  await rows(
    db,
    sql`update searched_domains d set action = ${action}, acted_by = ${userId}, acted_at = now(),
        finding_id = e.finding_id, returned_because = null, watched_at = now(),
        decided = jsonb_build_object('mail', cardinality(d.mail_servers) > 0, 'parked', d.is_parked,
          'page', d.visit->>'status' is not null and not d.is_parked, 'certificate', case
            -- Without a browser nobody looked at it.
            when d.image_key is null and d.visit->>'status' is not null then 'not looked at'
            else d.visit->'certificate'->>'issuer' end,
          'likeness', d.likeness)
      from unnest(${decided.map(({ id }) => id)}::uuid[], ${decided.map(({ findingId }) => findingId)}::uuid[])
        as e (id, finding_id) where d.id = e.id`,
  )
}

/** The finding that a searched domain became, where it is not deleted; `isTouched`: changed, discussed or assigned since. */
export type FindingState = { id: string; isEnforced: boolean; isTouched: boolean }

/** The findings of these searched domains, locked until the transaction ends. */
export function lockFindings(db: Db, ids: readonly string[]): Promise<(FindingState & { searchedId: string })[]> {
  const ofFinding = sql`x where x.company_id = f.company_id and x.finding_id = f.id`
  return rows(
    db,
    sql`select d.id as "searchedId", f.id, exists (select from last_enforcements ${ofFinding}) as "isEnforced",
        f.version > 1 or exists (select from activity_lines ${ofFinding}) or exists (select from assignments ${ofFinding})
          as "isTouched"
      from searched_domains d join findings f on f.company_id = d.company_id and f.id = d.finding_id
      where d.id = any(${ids}::uuid[]) and f.deleted_at is null order by f.id for update of f`,
  )
}

/** Puts searched domains back among those that nobody has decided about. */
export async function reopenSearched(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await rows(
    db,
    sql`update searched_domains set action = null, acted_by = null, acted_at = null, finding_id = null, decided = null
      where id = any(${ids}::uuid[])`,
  )
}

/** An undecided domain without a registrar; `createdAt` has microseconds. */
export type Unregistered = { id: string; domain: string; createdAt: string }

/** Undecided domains of the last days without a registrar that no registry was asked about lately, the oldest first. */
export function withoutRegistrar(db: Db, limit: number, after?: Unregistered): Promise<Unregistered[]> {
  return rows(
    db,
    sql`select d.id, d.domain, d.created_at::text as "createdAt" from searched_domains d
      where d.action is null and d.registrar is null and d.registered_on is null
        and d.created_at > now() - interval '3 days'
        ${after ? sql`and (d.created_at, d.id) > (${after.createdAt}::timestamptz, ${after.id}::uuid)` : sql``}
        and not exists (select 1 from registrations r where r.subject = 'domain:' || d.domain
          and r.requested_at > now() - interval '1 hour')
      order by d.created_at, d.id limit ${limit}`,
  )
}

/** Stores what a registry says of a domain, where nothing is stored yet. */
export async function saveRegistrationOf(
  db: Db,
  id: string,
  one: Pick<Seen, 'registrar' | 'registeredOn' | 'expiresOn' | 'changedOn'>,
): Promise<void> {
  await rows(
    db,
    sql`update searched_domains set registrar = coalesce(registrar, ${one.registrar}),
        registered_on = coalesce(registered_on, ${one.registeredOn}::date),
        expires_on = coalesce(expires_on, ${one.expiresOn}::date), changed_on = coalesce(changed_on, ${one.changedOn}::date)
      where id = ${id}`,
  )
}

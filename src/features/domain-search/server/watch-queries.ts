import type { Action } from '#features/domain-search/rules.ts'
import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'
import { type CheckedDomain, nothingChecked } from './check-domain.ts'
import type { Seen, StoredVisit } from './searched-queries.ts'

/** What was known of a domain when it was decided on, or when its last change was notified. */
export type KnownThen = { mail: boolean; parked: boolean; page: boolean; certificate: string | null; likeness: number }

/** A domain that was decided about and is looked at again. */
export type Watched = {
  id: string
  companyId: string
  brandId: string
  domain: string
  keyword: string
  family: string
  action: Action
  actedBy: string | null
  findingId: string | null
  decided: KnownThen
  keywords: string[]
}

/**
 * The decided domains that were looked at longest ago, and notes that they are looked at now. None is looked at again
 * within `hours`; those of high priority not once their finding is enforced, when its re-visits begin, or deleted.
 */
export function claimWatched(db: Db, { limit, hours }: { limit: number; hours: number }): Promise<Watched[]> {
  return rows(
    db,
    // Materialized: within the join, the limit would be applied to each row of it anew.
    sql`with chosen as materialized (
        select w.id, s.keywords from searched_domains w join domain_schedules s on s.brand_id = w.brand_id
          join brands b on b.id = w.brand_id and b.enabled and b.deleted_at is null
        where w.action is not null
          and (w.action <> 'high' or exists (
            select from findings f where f.company_id = w.company_id and f.id = w.finding_id and f.deleted_at is null
              and not exists (select from last_enforcements l where l.company_id = f.company_id and l.finding_id = f.id)))
          and (watched_at is null or watched_at < now() - make_interval(hours => ${hours}))
        order by watched_at nulls first limit ${limit} for update of w skip locked)
      update searched_domains d set watched_at = now() from chosen c where d.id = c.id
      returning d.id, d.company_id as "companyId", d.brand_id as "brandId", d.domain, d.keyword, d.family, d.action,
        d.acted_by as "actedBy", d.finding_id as "findingId", d.decided, c.keywords`,
  )
}

/**
 * Stores what was seen of a watched domain, and what is known of it now; with `returnedBecause` it is on the list again.
 * False when it was decided about anew meanwhile.
 */
export async function saveWatched(
  db: Db,
  { id, action }: Pick<Watched, 'id' | 'action'>,
  seen: Seen,
  { known, returnedBecause }: { known: KnownThen; returnedBecause: string | null },
): Promise<boolean> {
  const saved = await row(
    db,
    sql`update searched_domains set addresses = ${seen.addresses}::text[], name_servers = ${seen.nameServers}::text[],
        mail_servers = ${seen.mailServers}::text[],
        ${seen.visit.status === null ? unseenPageOf(seen) : pageOf(seen)}, decided = ${jsonbOf(known)}::jsonb, returned_because = ${returnedBecause},
        action = case when ${returnedBecause}::text is null then action end
      where id = ${id} and action = ${action} returning id`,
  )
  return saved !== undefined
}

/** Gives the finding of a watched domain the picture of its page, if it has none: it was decided before there was one. */
export async function addPictureOf(
  db: Db,
  one: { companyId: string; findingId: string; domain: string; bucket: string; imageKey: string | null },
): Promise<void> {
  if (one.imageKey === null) return
  await rows(
    db,
    sql`update findings set image = ${`${one.domain}.png`}, image_bucket = ${one.bucket}, image_key = ${one.imageKey}
      where company_id = ${one.companyId} and id = ${one.findingId} and deleted_at is null and image is null
        and image_key is null`,
  )
}

/** A page that did not answer this time keeps what was seen of it before, with why it did not. */
const unseenPageOf = ({ visit: { note } }: Seen) => sql`visit = visit || ${jsonbOf({ note })}::jsonb`

/** What a visit saw of the page, as assignments. */
function pageOf(seen: Seen) {
  const visit: StoredVisit = seen.visit
  return sql`visit = ${jsonbOf(visit)}::jsonb, is_parked = ${seen.isParked},
    image_key = coalesce(${seen.imageKey}, image_key), archive_key = coalesce(${seen.archiveKey}, archive_key),
    picture_hash = ${seen.pictureHash}, icon_hash = ${seen.iconHash}, logo_hashes = ${seen.logoHashes}::bytea[], page_text = ${seen.pageText},
    page_template = decode(${seen.template}, 'hex'), likeness = ${seen.likeness}, likeness_parts = ${jsonbOf(seen.likenessParts)}::jsonb, seen_at = now()`
}

/** A domain that nobody has decided about, whose page did not answer or was read without a browser. */
export type Unseen = Pick<Watched, 'id' | 'brandId' | 'domain' | 'keyword' | 'family' | 'keywords'> & {
  checked: CheckedDomain
}

/**
 * The most alike one that was not tried within `hours`, and notes that it is tried now. A page that does not answer is
 * tried for `days` after the domain was found; one that was read needs a browser.
 */
export async function claimUnseen(
  db: Db,
  { hours, days, hasBrowser }: { hours: number; days: number; hasBrowser: boolean },
): Promise<Unseen | undefined> {
  const found = await row<Omit<Unseen, 'checked'> & { nameServers: string[] }>(
    db,
    sql`update searched_domains d set watched_at = now() from domain_schedules s
      where s.brand_id = d.brand_id and d.id = (
        select w.id from searched_domains w join domain_schedules on domain_schedules.brand_id = w.brand_id
          join brands on brands.id = w.brand_id and brands.enabled and brands.deleted_at is null
          where w.action is null and w.image_key is null
            and case when w.visit->>'status' is null then w.created_at > now() - make_interval(days => ${days})
              else ${hasBrowser} end
            and (w.watched_at is null or w.watched_at < now() - make_interval(hours => ${hours}))
          order by w.likeness desc limit 1 for update of w skip locked)
      returning d.id, d.brand_id as "brandId", d.domain, d.keyword, d.family, d.name_servers as "nameServers",
        s.keywords`,
  )
  if (!found) return undefined
  const { nameServers, ...one } = found
  return { ...one, checked: { ...nothingChecked, outcome: 'registered', nameServers } }
}

/** Stores what a visit saw of the page, unless somebody has decided about it meanwhile. */
export async function saveSeen(db: Db, id: string, seen: Seen): Promise<void> {
  await row(db, sql`update searched_domains set ${pageOf(seen)} where id = ${id} and action is null returning id`)
}

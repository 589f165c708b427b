import { columnRef, joinPlatformTable } from '#features/findings/server/column-refs.ts'
import { inScope, type Scope } from '#features/findings/server/visible.ts'
import { type Db, rows, sql } from '#kit/server/db.ts'
import type { StoredAttachment } from '#kit/server/mail.ts'
import { mailPlatforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** The data of a finding and its brand that a notice is checked and composed from. */
export type NoticeCase = {
  id: string
  companyId: string
  company: string
  /** The first contact of the company with an address; null without one. */
  contact: string | null
  brandId: string
  brand: string
  url: string | null
  domain: string | null
  registrationDate: string | null
  reasonCode: string | null
  reason: string | null
  foundAt: string
  /** The image cell, and the stored picture where there is one. */
  image: string | null
  picture: { bucket: string; key: string; mediaType: string; bytes: number; sha256: string } | null
  /** The attachments of the enabled configuration; empty without one. */
  documents: StoredAttachment[]
  /** A mark of the brand that is in force. */
  mark: string | null
}

/** The cases of these findings, of those in scope, in the order of their ids. */
export function casesOf(
  db: Db,
  platform: FindingPlatformDefinition,
  scope: Scope,
  ids: readonly string[],
): Promise<NoticeCase[]> {
  const own = (name: string) => (platform.columns[name] ? columnRef(platform, name) : sql`null::text`)
  return rows(
    db,
    sql`select f.id, f.company_id as "companyId", k.legal_name as company, f.brand_id as "brandId",
        b.brand_name as brand, ${own('url')} as url, ${own('domain')} as domain,
        ${own('registrationDate')} as "registrationDate", f.reason_code as "reasonCode", f.reason,
        f.created_at as "foundAt", f.image, n.documents, m.mark,
        (select c->>'emailAddress' from jsonb_array_elements(k.contacts) c where c->>'emailAddress' <> '' limit 1) as contact,
        case when p.id is not null then jsonb_build_object('bucket', p.bucket, 'key', p.key, 'mediaType', p.media_type,
          'bytes', p.bytes, 'sha256', encode(p.sha256, 'hex')) end as picture
      from unnest(${ids}::uuid[]) as asked (id) join findings f on f.id = asked.id ${joinPlatformTable(platform)}
      join companies k on k.id = f.company_id join brands b on b.id = f.brand_id
      left join files p on p.bucket = f.image_bucket and p.key = f.image_key
      left join lateral (select coalesce(max(c.attachments::text)::jsonb, '[]') as documents
        from enforcement_configurations c where c.company_id = f.company_id and c.brand_id = f.brand_id
          and c.platform = f.platform and c.enabled and c.deleted_at is null) n on true
      left join lateral (select min(t.mark_name) as mark from trademarks t where t.brand_id = f.brand_id
        and t.deleted_at is null and t.status not in ('Incorrect', 'Invalid', 'Deactivated', 'Expired')
        and t.expiry_date >= current_date) m on true
      where ${inScope(scope)} order by f.id`,
  )
}

type Listed = { brandId: string; listed: string }

/** Which of these addresses are on an enabled white list of the brand's company, by brand (G69). */
export function whiteListed(
  db: Db,
  platform: string,
  targets: { brandIds: readonly string[]; addresses: readonly string[] },
): Promise<Listed[]> {
  return rows(
    db,
    sql`select distinct a.brand_id as "brandId", e.normalised as listed
      from unnest(${targets.brandIds}::uuid[], ${targets.addresses}::text[]) as a (brand_id, address)
      join brands b on b.id = a.brand_id
      join white_lists w on w.company_id = b.company_id and w.enabled and w.deleted_at is null
        and (w.brand_id is null or w.brand_id = b.id) and coalesce(w.platform, '') in ('', ${platform})
      join white_list_entries e on e.company_id = w.company_id and e.list_id = w.id and e.normalised = a.address`,
  )
}

/** The first bare host on the white lists of a brand's company, by brand: the brand's own site. */
export function ownSites(db: Db, brandIds: readonly string[]): Promise<{ brandId: string; host: string }[]> {
  return rows(
    db,
    sql`select b.id as "brandId", own.normalised as host
      from unnest(${brandIds}::uuid[]) as asked (id) join brands b on b.id = asked.id
      cross join lateral (select e.normalised from white_lists w
        join white_list_entries e on e.company_id = w.company_id and e.list_id = w.id
        where w.company_id = b.company_id and w.enabled and w.deleted_at is null
          and (w.brand_id is null or w.brand_id = b.id) and coalesce(w.platform, '') = any(${['', ...mailPlatforms.map(({ value }) => value)]}::text[])
          and e.normalised !~ '[/?:]'
        order by (strpos(e.normalised, lower(replace(b.brand_name, ' ', ''))) = 0), w.brand_id is null, e.list_id, e.position
        limit 1) own`,
  )
}

/** An incomplete notice that was sent anyway, and what was missing. */
export type Override = { enforcementId: string; missing: readonly string[] }

/** Stores who sent incomplete notices, why, and what was missing. */
export async function addOverrides(
  db: Db,
  by: { userId: string; reason: string },
  overrides: readonly Override[],
): Promise<void> {
  await rows(
    db,
    sql`insert into notice_overrides (enforcement_id, user_id, reason, missing)
      select o.id, ${by.userId}::uuid, ${by.reason}, string_to_array(o.missing, ',')
      from unnest(${overrides.map((one) => one.enforcementId)}::uuid[],
        ${overrides.map((one) => one.missing.join(','))}::text[]) as o (id, missing)`,
  )
}

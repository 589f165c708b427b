import type { StoredDocument } from '#features/enforcement-config/server/stored-document.ts'
import { columnOrNull, joinPlatformTable, pageColumn } from '#features/findings/server/column-refs.ts'
import { inScope, type Scope } from '#features/findings/server/visible.ts'
import { isCovering, isHost } from '#features/white-label/server/covered-addresses.ts'
import { type Db, rows, sql } from '#kit/server/db.ts'
import { mailPlatforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Day } from '#vocabulary/dates.ts'

/** Who signs for a company. */
export type Signer = { name: string; title: string; email: string; phone: string }

/**
 * A notice that was sent before: when, to which address or desk, and the last answer of a person or else of a machine;
 * `form` of a report through a web form, whose answers come elsewhere.
 */
export type EarlierNotice = {
  at: string
  to: string
  form: { ticket: string | null } | null
  answer: {
    kind: 'bounce' | 'automatic' | 'reply' | 'report'
    at: string
    ticket: string | null
    excerpt: string | null
  } | null
}

/** A stored picture that a notice carries. */
export type StoredPicture = { bucket: string; key: string; mediaType: string; bytes: number; sha256: string }

/**
 * The picture of a finding. `isDescribed`: emails and reports state its hash only; `reducedFrom`: it is the smaller copy of
 * the stored picture with this hash.
 */
export type NoticePicture = StoredPicture & { isDescribed?: boolean; reducedFrom?: string }

/** The data of a finding, its brand and its company that a notice is checked and composed from. */
export type NoticeCase = {
  id: string
  companyId: string
  /** The legal name, which emails and reports state. */
  company: string
  postalAddress: string
  /** Who is set to sign notices; null without one. Never a contact of the company. */
  signer: Signer | null
  brandId: string
  brand: string
  url: string | null
  domain: string | null
  registrationDate: string | null
  /** What the page calls itself: the title of a listing, the heading of a profile, the name of an app. */
  title: string | null
  reasonCode: string | null
  reason: string | null
  foundAt: string
  /** The image cell, and the stored picture where there is one. */
  image: string | null
  picture: NoticePicture | null
  /** The page as a browser received it (WACZ), of domain search or for a requested picture: the archive stored last. */
  archive: { bucket: string; key: string; bytes: number; sha256: string } | null
  /**
   * When the page was last seen: by a visit that reached it or took its picture, else by domain search, else when its
   * picture was uploaded; `leadsTo` is where the visit ended, if that was another address.
   */
  seen: { at: string; by: 'visit' | 'picture'; leadsTo?: string | null } | null
  /** The original works of the brand. */
  works: { title: string; link: string }[]
  /** Whether there is an enabled configuration, without which nothing is sent. */
  isConfigured: boolean
  /** The attachments of the enabled configuration; empty without one. */
  documents: StoredDocument[]
  /** Sent before, oldest first. */
  earlier: EarlierNotice[]
}

/** The cases of these findings, of those in scope, in the order of their ids. */
export function casesOf(
  db: Db,
  platform: FindingPlatformDefinition,
  scope: Scope,
  ids: readonly string[],
): Promise<NoticeCase[]> {
  const own = (name: string) => columnOrNull(platform, name)
  return rows(
    db,
    sql`select f.id, f.company_id as "companyId", coalesce(nullif(k.legal_name, ''), k.name) as company,
        concat_ws(', ', nullif(k.address, ''), nullif(trim(k.city || ' ' || k.pin), ''), nullif(k.state, ''),
          nullif(k.country, '')) as "postalAddress", k.notice_contact as signer, f.brand_id as "brandId",
        b.brand_name as brand, ${pageColumn(platform)} as url, ${own('domain')} as domain,
        ${own('registrationDate')} as "registrationDate",
        coalesce(${own('title')}, ${own('heading')}, ${own('appName')}) as title, f.reason_code as "reasonCode", f.reason,
        f.created_at as "foundAt", f.image, n."isConfigured", n.documents, b.works, earlier.notices as earlier,
        case when v.at is not null then jsonb_build_object('at', v.at, 'by', 'visit', 'leadsTo', nullif(v.final_address, v.address))
          when found.at is not null then jsonb_build_object('at', found.at, 'by', 'visit')
          when p.id is not null then jsonb_build_object('at', p.created_at, 'by', 'picture') end as seen,
        case when p.id is not null then jsonb_build_object('bucket', p.bucket, 'key', p.key, 'mediaType', p.media_type,
          'bytes', p.bytes, 'sha256', encode(p.sha256, 'hex')) end as picture, stored.archive
      from unnest(${ids}::uuid[]) as requested (id) join findings f on f.id = requested.id ${joinPlatformTable(platform)}
      join companies k on k.id = f.company_id join brands b on b.id = f.brand_id
      left join files p on p.bucket = f.image_bucket and p.key = f.image_key
      left join lateral (select jsonb_build_object('bucket', a.bucket, 'key', a.key, 'bytes', a.bytes,
          'sha256', encode(a.sha256, 'hex')) as archive
        from (select s.archive_key, s.seen_at as at from searched_domains s
            where s.company_id = f.company_id and s.finding_id = f.id
          union all select t.archive_key, t.taken_at from page_pictures t
            where t.company_id = f.company_id and t.finding_id = f.id and t.state = 'taken') w
        join files a on a.key = w.archive_key order by w.at desc limit 1) stored on true
      left join lateral (select max(s.seen_at) as at from searched_domains s
        where s.company_id = f.company_id and s.finding_id = f.id and s.visit->>'status' is not null) found on true
      left join lateral (select w.at, w.address, w.final_address from (
          (select w.at, w.address, w.final_address from finding_visits w
            where w.company_id = f.company_id and w.finding_id = f.id and w.side = 'up' order by w.at desc limit 1)
          union all select t.taken_at, t.address, t.final_address from page_pictures t
            where t.company_id = f.company_id and t.finding_id = f.id and t.state = 'taken') w
        order by w.at desc limit 1) v on true
      left join lateral (select coalesce(jsonb_agg(jsonb_build_object('at', s.sent_at, 'to', s.recipient,
          'form', s.form, 'answer', s.answer) order by s.sent_at), '[]') as notices
        from (select coalesce(m.sent_at, e.submitted_at) as sent_at, coalesce(m.recipient, e.desk_name, e.form) as recipient,
            case when e.form is not null then jsonb_build_object('ticket', e.ticket) end as form, (select jsonb_build_object('kind', i.kind, 'at', i.received_at,
              'ticket', i.ticket, 'excerpt', case when i.kind = 'reply' then i.excerpt end) from inbound_mails i where i.enforcement_id = e.id and i.doubt is null
              order by i.kind = 'reply' desc, i.ticket is null, i.received_at desc limit 1) as answer
          from enforcements e left join mails m on m.id = e.id and m.sent_at is not null
          where e.company_id = f.company_id and e.finding_id = f.id and (m.id is not null or e.submitted_at is not null)
          order by 1 desc limit 10) s) earlier on true
      left join lateral (select count(*) > 0 as "isConfigured", coalesce(max(c.attachments::text)::jsonb, '[]') as documents
        from enforcement_configurations c where c.company_id = f.company_id and c.brand_id = f.brand_id
          and c.platform = f.platform and c.enabled and c.deleted_at is null) n on true
      where ${inScope(scope)} order by f.id`,
  )
}

/** A registered mark in force; fields that nobody entered are blank. */
export type RegisteredMark = {
  brandId: string
  name: string
  number: string
  office: string
  country: string
  classes: string
  link: string
  expiresOn: string | null
  /** Its holder; blank where it is not known, or the company. */
  owner: string
  /** The trademark clearinghouse, or the brand's own data. */
  source: 'clearinghouse' | 'brand'
}

/**
 * The marks of these brands that are in force on a day: first those of the clearinghouse with a number, then those
 * entered with the brand, then clearinghouse marks without a number; at most 200 a brand.
 */
export function marksOf(db: Db, brandIds: readonly string[], day: Day): Promise<RegisteredMark[]> {
  return rows(
    db,
    sql`select requested.id as "brandId", m.name, m.number, m.office, m.country, m.classes, m.link, m.expires_on as "expiresOn",
        m.owner, m.source
      from unnest(${brandIds}::uuid[]) as requested (id) cross join lateral (
        select coalesce(s.mark->>'markName', t.mark_name) as name, coalesce(s.mark->>'number', '') as number, '' as office,
            coalesce(s.mark->>'country', '') as country,
            coalesce((select string_agg(c, ', ') from jsonb_array_elements_text(s.mark->'classes') c), '') as classes,
            '' as link, coalesce((s.mark->>'expiryDate')::date, t.expiry_date) as expires_on, coalesce(s.mark->>'owner', '') as owner,
            'clearinghouse' as source,
            case when coalesce(s.mark->>'number', '') = '' then 2 else 0 end as rank
          from trademarks t left join lateral jsonb_array_elements(t.signed_marks) as s (mark) on true
          where t.brand_id = requested.id and t.deleted_at is null and t.expiry_date >= ${day}::date
            and t.status not in ('Incorrect', 'Invalid', 'Deactivated', 'Expired')
            and not exists (select from revoked_marks r where r.smd_id = t.smd_id)
        union all
        select o.mark->>'name', coalesce(o.mark->>'number', ''), coalesce(o.mark->>'office', ''),
            coalesce(o.mark->>'country', ''), coalesce(o.mark->>'classes', ''), coalesce(o.mark->>'link', ''),
            (nullif(o.mark->>'expiresOn', ''))::date, coalesce(o.mark->>'owner', ''), 'brand', 1
          from brands b cross join lateral jsonb_array_elements(b.marks) as o (mark)
          where b.id = requested.id and coalesce((nullif(o.mark->>'expiresOn', ''))::date, ${day}::date) >= ${day}::date
        order by rank, name, number limit 200) m
      order by requested.id, m.rank, m.name, m.number`,
  )
}

/** What is known of an address: names it is listed under, and the registrations that name it. */
export type AddressFacts = {
  email: string
  name: string
  from: 'seeded' | 'entered' | 'registry'
  at: string | null
  /** 'domain:evil.test' or 'ip:203.0.113.7' of a registration; null of a listed contact. */
  subject: string | null
}

/** What is known of these addresses: registrations of these subjects, and abuse contacts. */
export function factsOfAddresses(
  db: Db,
  emails: readonly string[],
  subjects: readonly string[],
): Promise<AddressFacts[]> {
  return rows(
    db,
    sql`select requested.email, coalesce(r.name, r.subject) as name, 'registry' as from, r.requested_at as at, r.subject
        from unnest(${emails}::text[]) as requested (email)
        join registrations r on r.subject = any(${subjects}::text[]) and lower(requested.email) = any(array(select lower(one) from unnest(r.emails) one))
      union all
      select requested.email, c.name, case when c.created_by is not null then 'entered' when c.is_from_registry then 'registry' else 'seeded' end,
          c.created_at, null
        from unnest(${emails}::text[]) as requested (email) join abuse_contacts c on lower(c.email) = lower(requested.email)
      order by 5 nulls last, 4 desc`,
  )
}

/** The addresses that answers to notices about these findings named as their host's: 'id address', in lower case. */
export async function namedHostsOf(db: Db, findingIds: readonly string[]): Promise<Set<string>> {
  const found = await rows<{ key: string }>(
    db,
    sql`select distinct f.id || ' ' || lower(i.host_email) as key
      from unnest(${findingIds}::uuid[]) as requested (id) join findings f on f.id = requested.id
      join enforcements e on e.company_id = f.company_id and e.finding_id = f.id
      join inbound_mails i on i.enforcement_id = e.id and i.doubt is null and i.host_email is not null`,
  )
  return new Set(found.map(({ key }) => key))
}

type Listed = { brandId: string; listed: string }

/** Which of these addresses are on a white list that covers the findings of the brand, by brand (G69). */
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
      join white_lists w on w.company_id = b.company_id and ${isCovering([platform], sql`b.id`)}
      join white_list_entries e on e.company_id = w.company_id and e.list_id = w.id and e.normalised = a.address`,
  )
}

/** The first bare host on the white lists of a brand's company, by brand: the brand's own site. */
export function ownSites(db: Db, brandIds: readonly string[]): Promise<{ brandId: string; host: string }[]> {
  return rows(
    db,
    sql`select b.id as "brandId", own.normalised as host
      from unnest(${brandIds}::uuid[]) as requested (id) join brands b on b.id = requested.id
      cross join lateral (select e.normalised from white_lists w
        join white_list_entries e on e.company_id = w.company_id and e.list_id = w.id
        where w.company_id = b.company_id and ${isHost}
          and ${isCovering(
            mailPlatforms.map(({ value }) => value),
            sql`b.id`,
          )}
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

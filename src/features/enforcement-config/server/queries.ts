import { storedName } from '#columns/stored.ts'
import type { Page } from '#kit/contract/page.ts'
import { type Db, joinConditions, row, sql, type Sql } from '#kit/server/db.ts'
import { jsonbOf } from '#kit/server/jsonb.ts'
import { type ListQuery, orderOf, readPage } from '#kit/server/read-page.ts'
import { searchConditions } from '#kit/server/search-text.ts'
import { atVersion } from '#kit/server/versions.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { AdminPlatform } from '#vocabulary/platform-names.ts'
import type { StoredDocument } from './stored-document.ts'

export type ConfigurationRow = {
  id: string
  companyId: string
  companyName: string
  brandId: string
  brandName: string
  platform: AdminPlatform
  enabled: boolean
  mailBody: string[]
  attachments: StoredDocument[]
  version: number
}

/** The editable content of a configuration. */
export type ConfigurationContent = {
  enabled: boolean
  mailBody: readonly string[]
  attachments: readonly StoredDocument[]
}

/** What a configuration belongs to: one per company, brand and platform. */
export type ConfigurationSubject = { companyId: string; brandId: string; platform: AdminPlatform }

/** Only an Admin reads configurations, and sees those of every company (G34). */
const columns = sql`e.id, e.company_id "companyId", c.name "companyName", e.brand_id "brandId", b.brand_name "brandName",
  e.platform, e.enabled, e.mail_body "mailBody", e.attachments, e.version`
/** A configuration goes with its company and its brand (G101). */
const from = sql`from enforcement_configurations e join companies c on c.id = e.company_id and c.deleted_at is null
  join brands b on b.id = e.brand_id and b.deleted_at is null`

const sortableColumns: Readonly<Record<string, Sql>> = {
  company: sql`lower(c.name)`,
  brand: sql`lower(b.brand_name)`,
  platform: sql`e.platform`,
  status: sql`e.enabled`,
}

/** One page of the configurations that match the search text (G108), newest first unless sorted. */
export function pageOfConfigurations(db: Db, params: ListQuery): Promise<Page<ConfigurationRow>> {
  const condition = joinConditions([
    sql`e.deleted_at is null`,
    // Users type 'social media'; the stored value is social-media.
    ...searchConditions(params.search, [
      sql`c.name`,
      sql`b.brand_name`,
      sql`e.platform`,
      sql`replace(e.platform, '-', ' ')`,
    ]),
  ])
  return readPage(db, params, {
    select: columns,
    from: sql`${from} where ${condition}`,
    order: orderOf(params, sortableColumns, sql`e.id`),
  })
}

/** A configuration by its id; undefined when there is none or it is deleted. */
export function configurationById(db: Db, id: string): Promise<ConfigurationRow | undefined> {
  return row(db, sql`select ${columns} ${from} where e.id = ${id} and e.deleted_at is null`)
}

/** The enabled configuration for a company, brand and platform. */
export function enabledConfiguration(db: Db, subject: ConfigurationSubject): Promise<ConfigurationRow | undefined> {
  return row(
    db,
    sql`select ${columns} ${from} where e.company_id = ${subject.companyId} and e.brand_id = ${subject.brandId}
          and e.platform = ${subject.platform} and e.enabled and e.deleted_at is null`,
  )
}

/** Adds a configuration; false when one exists for the same company, brand and platform, even if just added. */
export async function addConfiguration(
  db: Db,
  id: string,
  subject: ConfigurationSubject,
  content: ConfigurationContent,
): Promise<boolean> {
  const added = await row(
    db,
    sql`insert into enforcement_configurations (id, company_id, brand_id, platform, enabled, mail_body, attachments)
        values (${id}, ${subject.companyId}, ${subject.brandId}, ${subject.platform}, ${content.enabled},
          ${content.mailBody}::text[], ${jsonbOf(content.attachments)}::jsonb)
        on conflict (company_id, brand_id, platform) where deleted_at is null do nothing returning id`,
  )
  return added !== undefined
}

/** Updates a configuration; undefined when it is deleted or has another version than the caller read. */
export function changeConfiguration(
  db: Db,
  id: string,
  content: ConfigurationContent,
  version: number | undefined,
): Promise<{ id: string } | undefined> {
  return row(
    db,
    sql`update enforcement_configurations set enabled = ${content.enabled}, mail_body = ${content.mailBody}::text[],
          attachments = ${jsonbOf(content.attachments)}::jsonb, version = version + 1, updated_at = now()
        where id = ${id} and deleted_at is null and ${atVersion(version)} returning id`,
  )
}

/** Marks a configuration as deleted; returns its company, or undefined when there was none. */
export function removeConfiguration(db: Db, id: string): Promise<{ companyId: string } | undefined> {
  return row(
    db,
    sql`update enforcement_configurations set deleted_at = now(), version = version + 1
        where id = ${id} and deleted_at is null returning company_id "companyId"`,
  )
}

/** An existing company, with the name and platforms of its brand; the brand is null when it is not the company's. */
export function companyAndBrand(
  db: Db,
  companyId: string,
  brandId: string,
): Promise<{ company: string; brand: string | null; platforms: Record<string, unknown> } | undefined> {
  return row(
    db,
    sql`select c.name company, b.brand_name brand, coalesce(b.platforms, '{}') platforms
        from companies c left join brands b on b.company_id = c.id and b.id = ${brandId} and b.deleted_at is null
        where c.id = ${companyId} and c.deleted_at is null`,
  )
}

export type FindingFacts = {
  url: string | null
  domain: string | null
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
}

/** The columns of a finding that notices use; undefined unless it is of this company, brand and platform. */
export function factsOf(
  db: Db,
  platform: FindingPlatformDefinition,
  params: { companyId: string; brandId: string; findingId: string },
): Promise<FindingFacts | undefined> {
  const value = (name: string): Sql =>
    platform.columns[name]?.storedIn === 'own' ? sql.ref(`d.${storedName(name)}`) : sql`null::text`
  // Some platforms store the page address in a column of kind 'link'.
  const url = platform.columns[platform.identity]?.kind === 'link' ? platform.identity : 'url'
  return row(
    db,
    sql`select ${value(url)} url, ${value('domain')} domain, ${value('registrar')} registrar,
          ${value('ipAddress')} "ipAddress", ${value('hosting')} hosting
        from findings f join ${sql.table(platform.table)} d on d.company_id = f.company_id and d.finding_id = f.id
        where f.company_id = ${params.companyId} and f.brand_id = ${params.brandId} and f.platform = ${platform.value}
          and f.id = ${params.findingId} and f.deleted_at is null`,
  )
}

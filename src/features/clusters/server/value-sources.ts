import { columnRef } from '#features/findings/server/column-refs.ts'
import type { ValueKind } from '#features/clusters/rules.ts'
import { sql, type Sql } from '#kit/server/db.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** Texts in place of a value, also in front of a site in brackets. */
const noValue = '^(n\\.?/?a\\.?|nil|none|null|unknown|not (available|applicable|found)|[-_.*]+)( \\(.*\\))?$'
/** Services that hide who has a name, and the desks of registrars: the same for millions of strangers. */
const hidden =
  'privacy|redact|proxy|whoisguard|withheld|protected|not disclosed|gdpr|^(abuse|hostmaster|postmaster|noc|domains?|registrar|support|info|admin)@'
/** Networks that pass on the pages of others: their addresses are those of strangers. */
const sharedHosts = 'cloudflare|akamai|fastly|cloudfront|incapsula|imperva|sucuri|shopify|squarespace|wix|sedo|parking'

/** Postal addresses that are shorter, without spaces and punctuation, name no more than a town. */
const shortestAddress = 15

/** What a finding `f` with its picture `h` and template `t` has that others may share, as `select kind, value`: cells as they are. */
export function valueCells(platform: FindingPlatformDefinition): Sql {
  const own = (name: string) => (platform.columns[name] ? columnRef(platform, name) : undefined)
  const registrant = own('org') && sql`coalesce(nullif(btrim(${own('org')!}), ''), ${own('name') ?? sql`null`})`
  const cells: [ValueKind, Sql | undefined][] = [
    ['seller', onSite(own(platform.seller?.name ?? ''), own(platform.seller?.site ?? ''))],
    ['seller', onSite(own('developerName'), own('appStore'))],
    ['seller', onSite(own('link') && own('advertiser'), own('platform'))],
    ['store', onSite(own('storeId'), own('site'))],
    ['registrant', registrant],
    ['address', own('address')],
    ['host', hostAddress(own('ipAddress'), own('hosting'))],
    ['host', own('domain')],
    ['phone', own('contactNumber')],
    ['email', own('emailAddress')],
    ['reason', sql`f.reason`],
    ['picture', sql`h.group_id::text`],
    ['template', sql`t.group_id::text`],
  ]
  const given = cells.filter((one): one is [ValueKind, Sql] => one[1] !== undefined)
  // As arrays: the expressions of a VALUES list are prepared again for each finding.
  return sql`select kind, value from unnest(${given.map(([kind]) => kind)}::text[],
    array[${sql.join(given.map(([, cell]) => cell))}]::text[]) cells (kind, value) where value <> ''`
}

/**
 * The values of a relation of (kind, value) of cells, as (kind, cell, normal, value): what is compared, and what people
 * read. A cell of phone numbers or e-mails may have several; one that says nothing has none. `offset 0`: otherwise each
 * condition on the plain form makes it again.
 */
export const valuesOfCells = (cells: Sql): Sql => sql`
  select c.kind, c.value as cell, v.normal, v.value from ${cells} c cross join lateral (
    select ${plain(sql`c.value`)} as normal, c.value where c.kind not in ('phone', 'email', 'address', 'picture', 'template')
    union all select c.value, '' where c.kind in ('picture', 'template')
    union all select letters, c.value
      from (select regexp_replace(lower(c.value), '[^[:alnum:]]', '', 'g') as letters where c.kind = 'address') a
      where length(letters) >= ${shortestAddress}
    union all select right(digits, 10), btrim(part)
      from (select part, regexp_replace(part, '\\D', '', 'g') as digits
        from regexp_split_to_table(c.value, '[,;/|]+') part where c.kind = 'phone') p
      where length(digits) between 8 and 15 and digits !~ '^(\\d)\\1*$'
    union all select lower(btrim(part)), btrim(part)
      from regexp_split_to_table(c.value, '[,;/| ]+') part where c.kind = 'email' and part ~ '^[^@]+@[^@]+\\.[^@]+$'
    offset 0) v
  where v.normal <> '' and v.normal !~ ${noValue} and not (c.kind in ('registrant', 'email', 'seller') and v.normal ~ ${hidden})`

const plain = (text: Sql): Sql => sql`lower(btrim(regexp_replace(${text}, '\\s+', ' ', 'g')))`

/** A name that counts on one site only. The name of the site itself is no seller. */
function onSite(name: Sql | undefined, site: Sql | undefined): Sql | undefined {
  if (!name || !site) return undefined
  return sql`case when btrim(${name}) <> '' and lower(btrim(${name})) <> lower(btrim(${site}))
    then btrim(${name}) || ' (' || btrim(${site}) || ')' end`
}

/** The IP address, unless its network serves everybody. */
function hostAddress(address: Sql | undefined, hosting: Sql | undefined): Sql | undefined {
  if (!address || !hosting) return address
  return sql`case when coalesce(lower(${hosting}), '') !~ ${sharedHosts} then ${address} end`
}

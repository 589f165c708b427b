import { columnRef } from '#features/findings/server/column-refs.ts'
import type { ValueKind } from '#features/clusters/rules.ts'
import { sql, type Sql } from '#kit/server/db.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'

/** Texts in place of a value. */
const noValue = '^(n\\.?/?a\\.?|nil|none|null|unknown|not (available|applicable|found)|[-_.*]+)$'
/** Services that hide who has a name, and the desks of registrars: the same for millions of strangers. */
const hidden =
  'privacy|redact|proxy|whoisguard|withheld|protected|not disclosed|gdpr|^(abuse|hostmaster|postmaster|noc|domains?|registrar|support|info|admin)@'
/** Networks that pass on the pages of others: their addresses are those of strangers. */
const sharedHosts = 'cloudflare|akamai|fastly|cloudfront|incapsula|imperva|sucuri|shopify|squarespace|wix|sedo|parking'

const plain = (text: Sql): Sql => sql`lower(btrim(regexp_replace(${text}, '\\s+', ' ', 'g')))`

type Source = { kind: ValueKind; value: Sql; normal: Sql }

/** The values of `finding_values` that a platform's columns have, as `select kind, value, normal` each. */
export function valueSources(platform: FindingPlatformDefinition): Sql {
  const own = (name: string) => (platform.columns[name] ? columnRef(platform, name) : undefined)
  const sources = [
    ...named('seller', own(platform.seller?.name ?? ''), own(platform.seller?.site ?? '')),
    ...named('seller', own('developerName'), own('appStore')),
    ...named('seller', own('link') && own('advertiser'), own('platform')),
    ...named('store', own('storeId'), own('site')),
    ...single(
      'registrant',
      own('org') && sql`coalesce(nullif(btrim(${own('org')!}), ''), ${own('name') ?? sql`null`})`,
    ),
    ...single(
      'address',
      own('address'),
      sql`regexp_replace(lower(${own('address') ?? sql`null`}), '[^[:alnum:]]', '', 'g')`,
      15,
    ),
    ...single('host', hostAddress(own('ipAddress'), own('hosting'))),
    ...single('host', own('domain')),
    ...single('reason', sql`f.reason`),
  ].map(({ kind, value, normal }) => sql`select ${kind}::text as kind, ${value} as value, ${normal} as normal`)
  return sql.join(
    [
      ...sources,
      sql`select 'picture', '', h.group_id::text where h.group_id is not null`,
      ...(own('contactNumber') ? [phones(own('contactNumber')!)] : []),
      ...(own('emailAddress') ? [emails(own('emailAddress')!)] : []),
    ],
    sql` union all `,
  )
}

/** The condition on `kind` and `normal` that a value says something. */
export const saysSomething = sql`normal <> '' and normal !~ ${noValue}
  and not (kind in ('registrant', 'email', 'seller') and normal ~ ${hidden})`

/** A name that counts on one site only. The name of the site itself is no seller. */
function named(kind: ValueKind, name: Sql | undefined, site: Sql | undefined): Source[] {
  if (!name || !site) return []
  const isSite = sql`${plain(name)} = ${plain(site)} or ${plain(name)} ~ ${noValue}`
  return [
    {
      kind,
      value: sql`btrim(${name}) || ' (' || btrim(${site}) || ')'`,
      normal: sql`case when ${isSite} then '' else ${plain(name)} || chr(10) || ${plain(site)} end`,
    },
  ]
}

function single(kind: ValueKind, value: Sql | undefined, normal?: Sql, least = 1): Source[] {
  if (!value) return []
  const compared = normal ?? plain(value)
  return [{ kind, value, normal: sql`case when length(${compared}) >= ${sql.lit(least)} then ${compared} end` }]
}

/** The IP address, unless its network serves everybody. */
function hostAddress(address: Sql | undefined, hosting: Sql | undefined): Sql | undefined {
  if (!address) return undefined
  return hosting ? sql`case when coalesce(lower(${hosting}), '') !~ ${sharedHosts} then ${address} end` : address
}

/** Phone numbers by their last ten digits, so that +91 98… and 098… are one. */
const phones = (cell: Sql): Sql => sql`
  select 'phone', btrim(part), right(digits, 10)
  from regexp_split_to_table(${cell}, '[,;/|]+') part, lateral (select regexp_replace(part, '\\D', '', 'g') as digits) n
  where length(digits) between 8 and 15 and digits !~ '^(\\d)\\1*$'`

const emails = (cell: Sql): Sql => sql`
  select 'email', btrim(part), lower(btrim(part)) from regexp_split_to_table(${cell}, '[,;/| ]+') part
  where part ~ '^[^@]+@[^@]+\\.[^@]+$'`

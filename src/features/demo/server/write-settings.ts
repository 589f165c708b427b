import type { PoolClient } from 'pg'
import { purposes } from '#features/action-passwords/rules.ts'
import { suggestedType } from '#features/enforcement-config/rules.ts'
import { normaliseAddress } from '#vocabulary/addresses.ts'
import { type Day, daysAfter } from '#vocabulary/dates.ts'
import { findingPlatforms, type FindingPlatform, platformKey } from '#vocabulary/platform-names.ts'
import { copyRows } from './copy.ts'
import type { DemoDocument } from './documents.ts'
import { type DemoBrand, demoBrands, demoCompanies } from './people.ts'
import { idMaker } from './seeded.ts'
import type { People } from './write-people.ts'

type SettingsContext = {
  passwordHash: string
  people: People
  today: Day
  documents: readonly DemoDocument[]
  bucket: string
}

/** Writes what an Admin has set up: white lists, enforcement configurations, agreed days and passwords of actions. */
export async function writeSettings(client: PoolClient, context: SettingsContext): Promise<void> {
  await writeWhiteLists(client, context)
  await writeConfigurations(client, context)
  await writeAgreedDays(client, context)
  await client.query(
    'insert into action_passwords (purpose, password_hash, set_by) select unnest($1::text[]), $2, $3',
    [purposes, context.passwordHash, context.people.user.get('admin@demo.test')],
  )
}

/** Notices are sent within three days, those of high priority within one; clients approve within a week. */
const agreed = [
  { step: 'notice', priority: '', days: 3, isBusiness: true },
  { step: 'notice', priority: 'High', days: 1, isBusiness: true },
  { step: 'approval', priority: '', days: 7, isBusiness: false },
] as const

/** The same days are agreed with every company. */
async function writeAgreedDays(client: PoolClient, { people, today }: SettingsContext): Promise<void> {
  await copyRows(
    client,
    'agreed_days',
    ['company_id', 'platform', 'step', 'priority', 'days', 'is_business', 'changed_by', 'changed_at'],
    demoCompanies.flatMap(({ key }) =>
      findingPlatforms.flatMap((platform) =>
        agreed.map(({ step, priority, days, isBusiness }) => [
          people.company.get(key),
          platform,
          step,
          priority,
          days,
          isBusiness,
          people.user.get('admin@demo.test'),
          `${daysAfter(today, -180)}T08:00:00Z`,
        ]),
      ),
    ),
  )
}

type List = { company: string; brand?: string; platform?: FindingPlatform; enabled: boolean; lines: string[] }

/** Each company's own addresses, which must never be reported: its hosts, and the shops it works with. */
async function writeWhiteLists(client: PoolClient, { people, today }: SettingsContext): Promise<void> {
  const newId = idMaker('white lists')
  const lists = [...demoCompanies.map(ownHosts), ...demoBrands.flatMap(partnersOf)].map((list, n) => {
    const at = new Date(`${daysAfter(today, -600 + 17 * n)}T06:00:00Z`)
    const addresses = [...new Set(list.lines.map(normaliseAddress))]
    return { ...list, id: newId(at), companyId: people.company.get(list.company), addresses, at }
  })
  await copyRows(
    client,
    'white_lists',
    ['id', 'company_id', 'brand_id', 'platform', 'enabled', 'urls', 'created_at', 'updated_at'],
    lists.map((one) => [
      one.id,
      one.companyId,
      one.brand && people.brand.get(one.brand),
      one.platform,
      one.enabled,
      one.addresses.length,
      one.at,
      one.at,
    ]),
  )
  await copyRows(
    client,
    'white_list_entries',
    ['list_id', 'company_id', 'position', 'normalised'],
    lists.flatMap(({ id, companyId, addresses }) => addresses.map((address, n) => [id, companyId, n, address])),
  )
}

function ownHosts({ key }: { key: string }): List {
  const marks = demoBrands.filter((one) => one.company === key).map((one) => one.mark.toLowerCase())
  const lines = marks.flatMap((mark) => [`www.${mark}.example`, `shop.${mark}.example`, `careers.${mark}.example`])
  return { company: key, enabled: true, lines }
}

/** Stores of authorised sellers; those of a brand that is switched off are switched off too. */
function partnersOf({ key, company, mark, platforms, enabled }: DemoBrand): List[] {
  const name = mark.toLowerCase()
  const common = { company, brand: key, enabled }
  const shops: List[] = platforms.includes('eCommerce')
    ? [
        {
          ...common,
          platform: 'e-commerce',
          lines: ['kartholm', 'bazarone', 'shopvira'].map((site) => `${site}.example/store/${name}-official`),
        },
      ]
    : []
  const accounts: List[] = platforms.includes('socialMedia')
    ? [
        {
          ...common,
          platform: 'social-media',
          lines: ['facegram', 'chirpline'].map((site) => `${site}.example/${name}.official`),
        },
      ]
    : []
  return [...shops, ...accounts]
}

const ownerOfBrand = [
  'We act for {{company}}, owner of the brand {{brand}}. Please ask us if you need anything else to decide.',
]

/** What the company adds to a notice, which already states the facts. */
const emailBodies: Readonly<Record<FindingPlatform, readonly string[]>> = {
  domain: ['We act for {{company}}, owner of the trademark {{mark}}, and speak for it in this matter.'],
  website: [
    'We act for {{company}}, owner of the trademark {{mark}}. Please ask us if you need anything else to decide.',
  ],
  'social-media': ownerOfBrand,
  'e-commerce': ownerOfBrand,
  'app-store': ownerOfBrand,
}

/** An enforcement configuration for every platform of a brand; those of the newest brand are drafts and disabled. */
async function writeConfigurations(
  client: PoolClient,
  { people, today, documents, bucket }: SettingsContext,
): Promise<void> {
  const newId = idMaker('enforcement configurations')
  const configurations = demoBrands.flatMap((brand) =>
    findingPlatforms
      .filter((one) => brand.platforms.includes(platformKey(one)))
      .map((platform) => ({ brand, platform })),
  )
  const attachmentsOf = (brand: string) =>
    documents
      .filter((one) => one.brand === brand)
      .map(({ name, key }) => ({ fileName: name, bucket, key, type: suggestedType(name) }))
  await copyRows(
    client,
    'enforcement_configurations',
    ['id', 'company_id', 'brand_id', 'platform', 'enabled', 'mail_body', 'attachments', 'created_at', 'updated_at'],
    configurations.map(({ brand, platform }, n) => {
      const at = new Date(`${daysAfter(today, -500 + 9 * n)}T07:00:00Z`)
      return [
        newId(at),
        people.company.get(brand.company),
        people.brand.get(brand.key),
        platform,
        brand.enabled && brand.key !== 'brassleaf',
        emailBodies[platform],
        JSON.stringify(attachmentsOf(brand.key)),
        at,
        at,
      ]
    }),
  )
}

import type { PoolClient } from 'pg'
import { hostAndSite } from '#features/revisits/server/page-template.ts'
import { hostOf } from '#features/revisits/server/visit-address.ts'
import { hashMarkup } from '#kit/server/markup-hash.ts'
import { awaitingApproval } from '#vocabulary/statuses.ts'
import { copyRows } from './copy.ts'
import type { DemoFinding } from './findings.ts'
import type { DemoKit } from './small-web/kits.ts'
import { falseShop } from './small-web/look-alikes.ts'

type Templates = {
  /** Findings whose pages were visited and are up. */
  visited: readonly DemoFinding[]
  findings: readonly DemoFinding[]
  companyOf: (one: DemoFinding) => string | undefined
  now: Date
}

/** Findings of a company with a page from each kit. */
const ofKit: readonly { kit: DemoKit; visited: number; found: number }[] = [
  { kit: 'overnight', visited: 5, found: 6 },
  { kit: 'bargain', visited: 4, found: 3 },
]

/** Writes the templates of the latest false shops of each company: visited ones, and new ones that domain search found. */
export async function writeTemplates(
  client: PoolClient,
  { visited, findings, companyOf, now }: Templates,
): Promise<void> {
  const isShop = ({ platform }: DemoFinding) => platform.value === 'domain' || platform.value === 'website'
  const isFound = (one: DemoFinding) => one.platform.value === 'domain' && one.status === awaitingApproval
  const shops = Map.groupBy(visited.filter(isShop), companyOf)
  const found = Map.groupBy(findings.filter(isFound), companyOf)
  const lines = [...new Set([...shops.keys(), ...found.keys()])].flatMap((company) => {
    const [seen, drawn] = [[...(shops.get(company) ?? [])], [...(found.get(company) ?? [])]]
    return ofKit.flatMap(({ kit, ...many }) => [
      ...seen.splice(-many.visited).map((one) => lineOf(one, { kit, company, isDrawn: false })),
      ...drawn.splice(-many.found).map((one) => lineOf(one, { kit, company, isDrawn: true })),
    ])
  })
  await copyRows(
    client,
    'finding_templates',
    ['company_id', 'finding_id', 'hash', 'host', 'site', 'is_drawn', 'seen_at'],
    lines.map((line) => [...line, now]),
  )
}

type Line = { kit: DemoKit; company: string | undefined; isDrawn: boolean }

function lineOf(one: DemoFinding, { kit, company, isDrawn }: Line) {
  const { host, site } = hostAndSite(hostOf(String(one.own[one.platform.identity])))
  return [company, one.id, `\\x${hashMarkup(falseShop(one.brand.mark, kit).body)!}`, host, site, isDrawn]
}

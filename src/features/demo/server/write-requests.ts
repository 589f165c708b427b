import type { PoolClient } from 'pg'
import { identityKey } from '#features/findings/server/identity-key.ts'
import type { RequestStatus } from '#features/requests/contract.ts'
import { comparedAddress } from '#platforms/compared-address.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { namesSubject } from '#vocabulary/data-log.ts'
import { daysAfter } from '#vocabulary/dates.ts'
import { copyRows } from './copy.ts'
import type { DemoFinding } from './findings.ts'
import { ownColumns } from './own-columns.ts'
import { type DemoBrand, demoBrands } from './people.ts'
import { type Chance, chanceFor, idMaker } from './seeded.ts'
import { analystNames, clientOf, type People } from './write-people.ts'
import type { ActivityContext } from './activity-context.ts'

/** Addresses of findings use smaller numbers, so that no request matches a finding by chance. */
const firstSerial = 900_000

const remarks = [
  'Seen by our sales team. Please check.',
  'A customer complained that the product was fake.',
  'Uses our logo without permission.',
  'Price is far below ours; we never sold to them.',
  'Pretends to be our customer care.',
  '',
]
const answers = [
  'This is one of your authorised sellers.',
  'The page was already offline when we looked.',
  'It does not use the mark; please send a screenshot if it did.',
]

type Line = {
  domain: string
  remarks: string
  status: RequestStatus
  owner: string | undefined
  answer: string
  finding: string | null
  updatedAt: Date
}
type Submission = { brand: DemoBrand; platform: FindingPlatformDefinition; at: Date; lines: Line[] }

/** Client requests of the last two months: older submissions are done or declined, the newest still wait. */
export async function writeRequests(
  client: PoolClient,
  { findings, people, today, now }: ActivityContext,
): Promise<void> {
  const submissions = submissionsOf(findings, { oldest: daysAfter(today, -60), now })
  const newId = idMaker('requests')
  const sent = submissions.map((one) => ({
    ...one,
    id: newId(one.at),
    sender: people.user.get(clientOf[one.brand.company]!),
  }))
  await copyRows(
    client,
    'request_submissions',
    ['id', 'company_id', 'brand_id', 'platform', 'sent_by', 'created_at', 'mailed_at'],
    sent.map((one) => [one.id, ...scopeOf(one, people), one.sender, one.at, one.at]),
  )
  await writeLines(client, sent, { people, newId })
  await copyRows(
    client,
    'data_log',
    ['id', 'at', 'user_id', 'type', 'model', 'total_affected', 'company_id', 'subject'],
    sent.map((one) => [
      newId(one.at),
      one.at,
      one.sender,
      'add',
      'ClientRequest',
      one.lines.length,
      people.company.get(one.brand.company),
      namesSubject(one.lines.map(({ domain }) => domain)),
    ]),
  )
}

const scopeOf = ({ brand, platform }: Submission, people: People) => [
  people.company.get(brand.company),
  people.brand.get(brand.key),
  platform.value,
]

/** The requested addresses of submissions. */
async function writeLines(
  client: PoolClient,
  sent: readonly (Submission & { id: string })[],
  { people, newId }: { people: People; newId: ReturnType<typeof idMaker> },
): Promise<void> {
  await copyRows(
    client,
    'client_requests',
    [
      'id',
      'submission_id',
      'position',
      'company_id',
      'brand_id',
      'platform',
      'domain',
      'remarks',
      'identity_key',
      'status',
      'owner_id',
      'answer',
      'finding_id',
      'created_at',
      'updated_at',
    ],
    sent.flatMap((one) =>
      one.lines.map((line, position) => [
        newId(one.at),
        one.id,
        position,
        ...scopeOf(one, people),
        line.domain,
        line.remarks,
        identityKey(one.platform, comparedAddress(one.platform, line.domain)),
        line.status,
        line.owner === undefined ? null : people.user.get(line.owner),
        line.answer,
        line.finding,
        one.at,
        line.updatedAt,
      ]),
    ),
  )
}

/** Two submissions for each enabled brand and platform: an older finished one and a newer one that waits. */
function submissionsOf(findings: readonly DemoFinding[], { oldest, now }: { oldest: string; now: Date }): Submission[] {
  const submissions: Submission[] = []
  const recent = Map.groupBy(
    findings.filter((one) => one.day > oldest),
    (one) => `${one.brand.key} ${one.platform.value}`,
  )
  let serial = firstSerial
  for (const brand of demoBrands.filter((one) => one.enabled)) {
    for (const some of [...recent.values()].filter((group) => group[0]!.brand === brand)) {
      const { platform } = some[0]!
      const chance = chanceFor(`requests ${brand.key} ${platform.value}`)
      const hoursBeforeNow = (hoursAgo: number) => new Date(now.getTime() - hoursAgo * 3_600_000)
      const line = (status: RequestStatus, at: Date): Line => ({
        domain: addressOf(brand, platform, chance, serial++),
        remarks: chance.one(remarks),
        status,
        owner: status === 'Open' ? undefined : chance.one(analystNames),
        answer: status === 'Declined' ? chance.one(answers) : '',
        finding: null,
        updatedAt: new Date(Math.min(now.getTime(), at.getTime() + chance.whole(1, 40) * 3_600_000)),
      })
      const found = some.slice(0, chance.whole(2, 5))
      const first = new Date(Math.min(...found.map((one) => one.createdAt.getTime())) - 26 * 3_600_000)
      submissions.push({
        brand,
        platform,
        at: first,
        lines: [...found.map((one) => doneLine(one, chance)), line('Declined', first)],
      })
      const later = hoursBeforeNow(chance.whole(3, 90))
      const states: RequestStatus[] = ['Open', 'Open', 'Taken', 'Open', 'Taken']
      const lines = states.slice(0, chance.whole(2, 5)).map((status) => line(status, later))
      submissions.push({ brand, platform, at: later, lines })
    }
  }
  return submissions.sort((a, b) => a.at.getTime() - b.at.getTime())
}

function doneLine(one: DemoFinding, chance: Chance): Line {
  return {
    domain: String(one.own[one.platform.identity]),
    remarks: chance.one(remarks),
    status: 'Done',
    owner: analystNames[one.analyst],
    answer: '',
    finding: one.id,
    updatedAt: one.createdAt,
  }
}

function addressOf(brand: DemoBrand, platform: FindingPlatformDefinition, chance: Chance, serial: number): string {
  const { own } = ownColumns[platform.value]({ brand, chance, day: '2026-01-01', serial })
  return String(own[platform.identity])
}

import type { PoolClient } from 'pg'
import { storedName } from '#columns/stored.ts'
import { facetColumns } from '#features/findings/server/facet-columns.ts'
import { platforms } from '#platforms/all.ts'
import { copyRows } from './copy.ts'
import type { DemoFinding } from './findings.ts'
import { demoUsers } from './people.ts'
import { idMaker } from './seeded.ts'
import { analystNames, clientOf, type People } from './write-people.ts'

const employeeCodes = analystNames.map((name) => demoUsers.find((one) => one.username === name)?.employeeCode ?? null)

/** Writes findings with their platforms' columns, their status log and the comments of clients. */
export async function writeFindings(
  client: PoolClient,
  options: { findings: readonly DemoFinding[]; people: People; bucket: string },
): Promise<void> {
  await writeCommon(client, options)
  for (const platform of platforms) {
    const own = Object.keys(platform.columns).filter((name) => platform.columns[name]?.storedIn === 'own')
    const columns = ['company_id', 'finding_id', ...own.map(storedName)]
    const mine = options.findings.filter((one) => one.platform === platform)
    await copyRows(
      client,
      platform.table,
      columns,
      mine.map((one) => [options.people.company.get(one.brand.company), one.id, ...own.map((name) => one.own[name])]),
    )
  }
  await writeLog(client, options)
  await writeComments(client, options)
  await writeFacets(client)
  await fold(client)
}

async function writeCommon(
  client: PoolClient,
  { findings, people, bucket }: { findings: readonly DemoFinding[]; people: People; bucket: string },
): Promise<void> {
  const rows = function* () {
    for (const one of findings) yield commonCells(one, people, bucket)
  }
  await copyRows(client, 'findings', commonColumns, rows())
}

const commonColumns = [
  'company_id',
  'id',
  'brand_id',
  'platform',
  'reporting_date',
  'status',
  'priority',
  'reason',
  'reason_code',
  'identity_key',
  'image',
  'image_bucket',
  'image_key',
  'client_comment',
  'employee_code',
  'created_by',
  'updated_by',
  'version',
  'created_at',
  'updated_at',
  'seller',
]

/** The cells of a finding in these columns. */
function commonCells(one: DemoFinding, people: People, bucket: string) {
  const analyst = people.user.get(analystNames[one.analyst] ?? '')
  const last = one.statusHistory[one.statusHistory.length - 1]
  return [
    people.company.get(one.brand.company),
    one.id,
    people.brand.get(one.brand.key),
    one.platform.value,
    one.day,
    one.status,
    one.priority,
    one.reason,
    one.reasonCode,
    one.identityKey,
    one.picture.name,
    bucket,
    one.picture.key,
    one.comment,
    employeeCodes[one.analyst],
    analyst,
    last?.by === 'client' ? people.user.get(clientOf[one.brand.company] ?? '') : analyst,
    one.statusHistory.length,
    one.createdAt,
    one.updatedAt,
    sellerOf(one),
  ]
}

/** As the trigger on the platform tables sets it: set here, so that no finding is written a second time. */
const sellerOf = ({ own }: DemoFinding) => (typeof own['username'] === 'string' ? own['username'].toLowerCase() : null)

async function writeLog(
  client: PoolClient,
  { findings, people }: { findings: readonly DemoFinding[]; people: People },
) {
  const newId = idMaker('status log')
  const rows = function* () {
    for (const one of findings) {
      for (const step of one.statusHistory) {
        const username = step.by === 'client' ? (clientOf[one.brand.company] ?? '') : (analystNames[one.analyst] ?? '')
        yield [
          newId(step.at),
          step.at,
          people.company.get(one.brand.company),
          people.brand.get(one.brand.key),
          one.platform.value,
          one.id,
          moduleOf(step.from, step.to),
          people.user.get(username),
          username,
          String(one.own[one.platform.identity]),
          step.from,
          step.to,
        ]
      }
    }
  }
  await copyRows(
    client,
    'status_log',
    [
      'id',
      'at',
      'company_id',
      'brand_id',
      'platform',
      'finding_id',
      'module',
      'user_id',
      'username',
      'search_term',
      'status_from',
      'status_to',
    ],
    rows(),
  )
}

/** The module that made a change (G106). */
function moduleOf(from: string, to: string): string {
  if (from === '') return 'upload'
  if (to === '22') return 'bulk-approve'
  if (to === '00' || to === '88' || to === '44') return 'dashboard'
  return ['66', '77', '101', '102'].includes(to) ? 'trap-purchase' : 'enforcement'
}

async function writeComments(
  client: PoolClient,
  { findings, people }: { findings: readonly DemoFinding[]; people: People },
) {
  const newId = idMaker('comments')
  await copyRows(
    client,
    'comments',
    ['id', 'company_id', 'finding_id', 'comment', 'user_id', 'created_at'],
    findings
      .filter((one) => one.comment !== null)
      .map((one) => [
        newId(one.updatedAt),
        people.company.get(one.brand.company),
        one.id,
        one.comment,
        people.user.get(clientOf[one.brand.company] ?? ''),
        one.updatedAt,
      ]),
  )
}

/** Options of the drop-downs, as saving an upload would have stored them. */
async function writeFacets(client: PoolClient): Promise<void> {
  for (const platform of platforms) {
    for (const name of facetColumns(platform)) {
      await client.query(
        `insert into facets (company_id, platform, brand_id, name, value)
         select distinct findings.company_id, $1, findings.brand_id, $2, own.${storedName(name)}
         from ${platform.table} own join findings on findings.company_id = own.company_id and findings.id = own.finding_id
         where own.${storedName(name)} is not null`,
        [platform.value, name],
      )
    }
  }
}

/** Updates the counters from what the triggers recorded. */
async function fold(client: PoolClient): Promise<void> {
  for (let taken = 1; taken > 0; ) {
    const { rows } = await client.query<{ taken: number }>('select fold_counters() as taken')
    taken = rows[0]?.taken ?? 0
  }
}

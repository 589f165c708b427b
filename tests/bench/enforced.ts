import { type Line, within } from './line.ts'
import { median, fetchOk, timed } from './measure.ts'
import type { Servers } from './reading.ts'
import type { World } from './world.ts'

/**
 * The list of /enforcement by the last enforcement: as many domain findings as the largest company has e-commerce
 * findings, each with its history. The limits are those of a list that a user waits for.
 */
export async function enforced(servers: Servers, token: string): Promise<Line[]> {
  const { ours, world, quick } = servers
  // A folder that is used again has them.
  if (!(await world.pool.query(`select from enforcements where company_id = $1 limit 1`, [world.company])).rowCount)
    await fill(world)
  const searches: [operation: string, params: object, maxMs: number][] = [
    ['enforcement list, no filter', {}, 100],
    ['by last action, one of fifteen', { actionTaken: 'Reminder Sent' }, 250],
    ['by last action, one in a thousand', { actionTaken: 'Seized at last' }, 50],
    ['by registrar, part of a name', { registrar: 'strar 17' }, 250],
    ['by host and status', { hosting: 'host 5', status: '11' }, 250],
    ['by status', { status: '11' }, 250],
    ['by last action and host, none found', { actionTaken: 'Reminder Sent', hosting: 'host 5' }, 250],
  ]
  const lines: Line[] = []
  for (const [operation, filters, maxMs] of searches) {
    const body = JSON.stringify({ company: world.company, platform: 'domain', ...filters })
    const url = `${ours.url}/api/save-bulk-data/fetch-data-for-enforcement?limit=50&page=1`
    const { text } = await fetchOk(url, { method: 'POST', body, token, withText: true })
    const { count } = JSON.parse(text) as { count: number }
    const took: number[] = []
    for (let n = 0; n < (quick ? 5 : 15); n++)
      took.push(await timed(() => fetchOk(url, { method: 'POST', body, token })))
    lines.push(within(`${operation} (${count.toLocaleString('en')} found)`, median(took), maxMs, 'ms'))
  }
  return lines
}

async function fill({ pool, company }: World): Promise<void> {
  for (const statement of [findings, details, records]) await pool.query(statement, [company])
  await pool.query('vacuum analyze findings, findings_domain, enforcements, last_enforcements')
}

const findings = `
  insert into findings (company_id, id, brand_id, platform, reporting_date, status, priority, reason_code, identity_key)
  select company_id, gen_random_uuid(), brand_id, 'domain', reporting_date, status, priority, reason_code,
    md5('domain' || identity_key::text)::uuid
  from findings where company_id = $1 and platform = 'e-commerce'`

const details = `
  insert into findings_domain (company_id, finding_id, domain, tld)
  select company_id, id, 'd' || left(id::text, 13) || '.example', 'example' from findings
  where company_id = $1 and platform = 'domain'`

const records = `
  insert into enforcements (id, company_id, finding_id, registrar, ip_address, hosting, action_taken, action_date, status)
  select gen_random_uuid(), company_id, id, 'Registrar ' || d % 40, '203.0.113.' || d % 250, 'Host ' || d % 60,
    case when d % 1000 = 3 then 'Seized at last' when d % 15 = 1 then 'Reminder Sent' else 'Action ' || d % 15 end,
    reporting_date + n, status
  from (select *, ('x' || substr(md5(id::text), 1, 7))::bit(28)::int as d from findings
    where company_id = $1 and platform = 'domain') f, generate_series(0, 1) n`

import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { endpoints } from '#app/contracts.ts'
import { type Path, sampleInput } from '#app/testing-sample.ts'
import { setUpActionTests } from '#app/testing-world.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { newId } from '#kit/server/id.ts'
import { domain } from '#platforms/domain.ts'

const { at, post } = setUpActionTests()
type Values = Record<string, unknown>

/** A record of each kind that belongs to the company, or to a user, that the client knows nothing of. */
const foreign: Record<string, string> = {}
/** What the client may see, for the fields that are not tested at the moment. */
let own: { finding: string; company: string; brand: string }

beforeAll(async () => {
  const { companies, brands, people } = at.world
  const { db, pool } = at.database
  const status = '33'
  const [finding] = await addFindings(db, domain, [{ companyId: companies.parent, brandId: brands.own, status }])
  own = { finding: finding!, company: companies.parent, brand: brands.own }
  const [theirs] = await addFindings(db, domain, [{ companyId: companies.foreign, brandId: brands.foreign, status }])
  const idIn = async (path: string, body: object) => {
    const answer = await post(path, body, 'foreignClient')
    expect([path, answer.statusCode]).toEqual([path, 200])
    return (answer.json() as { id: string }).id
  }
  const oneOf = async (table: string, column: string, id: string) =>
    (await pool.query<{ id: string }>(`select id from ${table} where ${column} = $1`, [id])).rows[0]!.id
  const view = { list: 'domain', name: 'Theirs', search: {}, isShared: true }
  const row = { id: '1', brand: 'Zenith One', domain: 'theirs.example', remarks: '' }
  await post(
    'client-request',
    { company: companies.foreign, brand: brands.foreign, platform: 'domain', rows: [row] },
    'foreignClient',
  )
  await signInAs(db, people.foreignClient)
  Object.assign(foreign, {
    finding: theirs!,
    company: companies.foreign,
    brand: brands.foreign,
    user: people.foreignClient,
    view: await idIn('saved-views', view),
    line: await idIn(`activity/finding/${theirs!}`, { text: 'Ours' }),
    session: await oneOf('sessions', 'user_id', people.foreignClient),
    request: await oneOf('client_requests', 'company_id', companies.foreign),
  })
})

const put = (value: unknown, [first, ...rest]: Path, id: string): unknown => {
  if (first === undefined) return id
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Values
  copy[first] = put(copy[first], rest, id)
  return copy
}

/** The answer to a client's request, with this id in it as ID, and without what differs from one to the next. */
async function answerTo({ method, path }: Endpoint, input: Values, id: string): Promise<string> {
  const url = `/api${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))}`
  const rest = Object.entries(input).filter(([name]) => !path.includes(`{${name}}`))
  const headers = { authorization: `Bearer ${at.tokens['client']!}` }
  const options: InjectOptions = { method, url, headers }
  if (method === 'GET') options.query = Object.fromEntries(rest.map(([name, value]) => [name, String(value)]))
  else options.payload = Object.fromEntries(rest)
  const { statusCode, body } = await at.testApp.server.inject(options)
  return `${statusCode} ${body.replaceAll(id, 'ID').replaceAll(encodeURIComponent(id), 'ID')}`
}

const names = /^_?ids?$|[a-z]Ids?$|^(company|companies|brand|notification|record|mentions)$/
/** Values that calls need to look at the ids. */
const fitting: Values = {
  platform: domain.value,
  statusfrom: '33',
  status: '22',
  moment: '2026-01-01T00:00:00.000000Z',
  name: 'priority',
  rhythm: 'weekly',
  count: 1,
}
const ownOf = (path: Path): string => {
  const name = path.findLast((one) => typeof one === 'string') ?? ''
  return /compan/i.test(name) ? own.company : /brand/i.test(name) ? own.brand : own.finding
}

const isClientCall = ({ access, body, path }: Endpoint) =>
  Array.isArray(access) &&
  access.includes('Client') &&
  body !== 'files' &&
  !/\/stream$|-xls$|-sheet$|revoke-token$/.test(path)
/** The platforms have the same calls. */
const clientCalls = endpoints.filter(
  (one) => isClientCall(one) && (one.path.startsWith(`/${domain.path}`) || !/^(findings|enforcement): /.test(one.part)),
)

describe('C-248 C-249 the id of a record that is not theirs is answered to a Client as one that does not exist', () => {
  test.each(clientCalls.map((one) => [`${one.method} ${one.path}`, one] as const))('%s', async (_, endpoint) => {
    const { input, paths: all } = sampleInput(endpoint.takes, 'ID', names)
    // A row of a request is numbered by its sheet.
    const paths = all.filter(([name]) => name !== 'rows' && name !== 'domainUrls')
    for (const path of paths) {
      // Optional fields are left out: a sample in them would be refused before the id is looked at.
      const required = (endpoint.takes.safeParse({}).error?.issues ?? []).map(({ path: [name] }) => name)
      const kept = Object.entries({ ...input, ...fitting }).filter(
        ([name]) => name === path[0] || (name in input && (required.includes(name) || name === 'count')),
      )
      const base = paths
        .filter(([name]) => kept.some(([one]) => one === name))
        .reduce((filled, one) => put(filled, one, ownOf(one)) as Values, Object.fromEntries(kept) as Values)
      const unknown = newId()
      const expected = await answerTo(endpoint, put(base, path, unknown) as Values, unknown)
      for (const [kind, id] of Object.entries(foreign))
        expect(await answerTo(endpoint, put(base, path, id) as Values, id), `${path.join('.')}: ${kind}`).toBe(expected)
    }
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { zipSync } from 'fflate'
import { bombs } from '#kit/server/testing-workbooks.ts'
import { slownessByClock } from '../setup/slowness.ts'
import { type Answer, call, signIn } from './call.ts'
import type { World } from './world.ts'

type OddBody = { name: string; path: string; body: () => string }

/** Bodies that cost a parser much, or that no program sends. Made when they are sent: some have megabytes. */
const oddBodies: readonly OddBody[] = [
  { name: '300,000 keys', path: '/api/domain/decide', body: () => `{${keys(300_000)}}` },
  { name: '100,000 levels', path: '/api/domain/decide', body: () => '['.repeat(100_000) + ']'.repeat(100_000) },
  {
    name: 'a text of 900 kB',
    path: '/api/users/authenticate',
    body: () => JSON.stringify({ username: 'x'.repeat(900_000), password: 'y' }),
  },
  {
    name: 'zero bytes',
    path: '/api/users/authenticate',
    body: () => JSON.stringify({ username: '\u0000', password: '\u0000' }),
  },
  { name: 'no JSON', path: '/api/users/authenticate', body: () => '{"username": ' },
  { name: 'a list', path: '/api/users/authenticate', body: () => '[[[]]]' },
  {
    name: '__proto__',
    path: '/api/users/authenticate',
    body: () => '{"__proto__": {"admin": true}, "username": "a", "password": "b"}',
  },
  {
    name: 'rows that are no rows',
    path: '/api/save-bulk-data',
    body: () => JSON.stringify({ data: [null, 1, 'x', [], {}], platform: 'domain' }),
  },
  {
    name: 'a million empty rows',
    path: '/api/save-bulk-data',
    body: () => `{"platform":"domain","data":[${'{},'.repeat(999_999)}{}]}`,
  },
  {
    name: 'numbers without end',
    path: '/api/save-bulk-data',
    body: () => `{"platform":"domain","data":[{"sn":${'9'.repeat(100_000)}}]}`,
  },
]

const keys = (count: number) => Array.from({ length: count }, (_, index) => `"k${index}":0`).join()

/** Files that claim to be workbooks. */
const oddFiles: readonly { name: string; bytes: () => Uint8Array }[] = [
  { name: 'one byte', bytes: () => Buffer.from('P') },
  { name: 'three bytes', bytes: () => Buffer.from('PK\u0003') },
  { name: 'no zip', bytes: () => Buffer.alloc(50_000, 'x') },
  { name: '200 MB of zeros in a small zip', bytes: () => workbookWith(Buffer.alloc(200 * 1024 ** 2)) },
  { name: 'a sheet of 3,000,000 tags', bytes: () => workbookWith(Buffer.from('<row>'.repeat(3_000_000))) },
  { name: 'names that leave the folder', bytes: () => zipSync({ '../../../../etc/passwd': Buffer.from('x') }) },
]

function workbookWith(sheet: Uint8Array): Uint8Array {
  return zipSync(
    {
      '[Content_Types].xml': Buffer.from(
        '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
      ),
      'xl/workbook.xml': Buffer.from('<workbook><sheets><sheet name="a" sheetId="1"/></sheets></workbook>'),
      'xl/worksheets/sheet1.xml': sheet,
    },
    { level: 9 },
  )
}

export type BodyCounts = {
  sent: number
  /** The longest answer of /api/health meanwhile, in ms. */
  slowestHealth: number
  /** The longest save of one row beside a workbook that is made to be costly, in ms. */
  slowestSave: number
  /** By how many MB the memory of the API grew at most. */
  grownBy: number
  /** Excel downloads that nobody read, and how many of them were refused. */
  unread: number
  refused: number
  wrong: string[]
}

/** On a quiet machine; on a busy one as much more as it is slower (`tests/setup/slowness.ts`). */
const limits = { health: 1000, save: 5000, list: 2000, grown: 300 }

/**
 * Sends each odd body and file, and each workbook that is made to cost a careless reader gigabytes or minutes; meanwhile
 * /api/health is called, as everybody else's calls wait like it, and a row is saved. Then asks for many Excel files and
 * reads none.
 */
export async function sendOddBodies(world: World): Promise<BodyCounts> {
  const { url } = world
  const zero = { sent: 0, slowestHealth: 0, slowestSave: 0, grownBy: 0, unread: 0, refused: 0 }
  const counts: BodyCounts = { ...zero, wrong: [] }
  const analyst = await signIn(url, 'analyst@demo.test')
  const { token } = analyst
  const owner = await signIn(url, 'client@demo.test')
  const before = memoryOf(world.pid())
  const watch = setInterval(() => {
    counts.grownBy = Math.max(counts.grownBy, memoryOf(world.pid()) - before)
  }, 50)
  const beside = async (name: string, send: () => Promise<number>, other?: () => Promise<void>) => {
    let over = false
    const status = send().finally(() => {
      over = true
    })
    const others = other?.()
    let waited = 0
    while (!over) waited = Math.max(waited, await timed(() => call(url, 'GET', '/api/health')))
    await others
    counts.sent++
    counts.slowestHealth = Math.max(counts.slowestHealth, waited)
    if (waited > limits.health * slownessByClock()) counts.wrong.push(`${name}: health waited ${waited} ms`)
    const code = await status
    // 0: the connection was closed on a body that is too large before it was sent, which is an answer too.
    if (code !== 0 && (code < 400 || code === 500)) counts.wrong.push(`${name}: answered ${code}`)
  }
  const saveARow = (name: string) => async () => {
    const body = oneRow(`torture-${Object.keys(bombs).indexOf(name)}.example`, owner)
    let answer: Answer | undefined
    const ms = await timed(async () => {
      answer = await call(url, 'POST', '/api/save-bulk-data', { token, body })
    })
    counts.slowestSave = Math.max(counts.slowestSave, ms)
    if (answer?.status !== 200) counts.wrong.push(`${name}: a row beside it: ${answer?.status} ${answer?.text}`)
    if (ms > limits.save * slownessByClock()) counts.wrong.push(`${name}: a row beside it took ${ms} ms`)
  }
  for (const { name, path, body } of oddBodies)
    await beside(name, async () => (await call(url, 'POST', path, { token, body: body() })).status)
  for (const { name, bytes } of oddFiles) await beside(name, () => sendFile(url, token, bytes()))
  for (const [name, make] of Object.entries(bombs)) {
    const bytes = make()
    await beside(name, () => sendFile(url, token, bytes), saveARow(name))
  }
  await leaveUnread(world, counts, owner.token)
  clearInterval(watch)
  if (counts.grownBy > limits.grown) counts.wrong.push(`the memory of the API grew by ${counts.grownBy} MB`)
  return counts
}

/** Resident memory of a process in MB; 0 where the system does not say. */
function memoryOf(pid: number): number {
  const status = `/proc/${pid}/status`
  if (!existsSync(status)) return 0
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(status, 'utf8'))?.[1] ?? 0) / 1024)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return Math.round(performance.now() - began)
}

function oneRow(domain: string, { company, brand }: { company: string; brand: string }): object {
  const row = {
    sn: 1,
    domain,
    priority: 'High',
    status: '33',
    reason: 'Phishing',
    registrar: 'Namekeep Registrar',
    ipAddress: '203.0.113.7',
    hosting: 'Zonehost',
    image: 'https://img.example/x.jpg',
    url: `https://${domain}/`,
  }
  const reportingDate = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
  return { data: [row], company, brand, reportingDate, platform: 'domain' }
}

/** One person asks for 40 Excel files and reads none: most are refused, and another person's list comes as ever. */
async function leaveUnread({ url }: World, counts: BodyCounts, token: string): Promise<void> {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const path = `/api/ecommerce/download-xls?type=excel&startDate=2018-01-01&endDate=${yesterday}`
  const leave = new AbortController()
  const asked = Array.from({ length: 40 }, () =>
    fetch(url + path, { headers: { authorization: `Bearer ${token}` }, signal: leave.signal }).then(
      ({ status }) => status,
      () => 0,
    ),
  )
  const other = await signIn(url, 'client2@demo.test')
  let status = 0
  const ms = await timed(async () => {
    const list = `/api/ecommerce?page=1&perPage=20&startDate=2018-01-01&endDate=${yesterday}`
    status = (await call(url, 'GET', list, { token: other.token })).status
  })
  if (status !== 200) counts.wrong.push(`a list beside unread downloads answered ${status}`)
  if (ms > limits.list * slownessByClock()) counts.wrong.push(`a list beside unread downloads took ${ms} ms`)
  const statuses = await Promise.all(asked)
  leave.abort()
  counts.unread = statuses.length
  counts.refused = statuses.filter((one) => one === 429).length
  const odd = statuses.filter((one) => ![200, 429, 503].includes(one))
  if (odd.length > 0) counts.wrong.push(`unread downloads answered ${[...new Set(odd)].join(', ')}`)
  if (counts.refused === 0) counts.wrong.push('none of 40 downloads of one person was refused')
}

async function sendFile(url: string, token: string, bytes: Uint8Array): Promise<number> {
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(bytes)]), 'rows.xlsx')
  const answer = await fetch(`${url}/api/enforcement/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
    signal: AbortSignal.timeout(90_000),
  }).catch(() => undefined)
  return answer?.status ?? 0
}

import { zipSync } from 'fflate'
import { call, signIn } from './call.ts'

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

export type BodyCounts = { sent: number; slowestHealth: number; wrong: string[] }

const HEALTH_LIMIT_MS = 5000

/** Sends each odd body and file once; meanwhile /api/health is called, as everybody else's calls wait like it. */
export async function sendOddBodies(url: string): Promise<BodyCounts> {
  const counts: BodyCounts = { sent: 0, slowestHealth: 0, wrong: [] }
  const { token } = await signIn(url, 'analyst@demo.test')
  const sendBesideHealth = async (name: string, send: () => Promise<number>) => {
    let over = false
    const status = send().finally(() => {
      over = true
    })
    let slowest = 0
    while (!over) {
      const began = Date.now()
      await call(url, 'GET', '/api/health')
      slowest = Math.max(slowest, Date.now() - began)
    }
    counts.sent++
    counts.slowestHealth = Math.max(counts.slowestHealth, slowest)
    if (slowest > HEALTH_LIMIT_MS) counts.wrong.push(`${name}: health waited ${slowest} ms`)
    const code = await status
    // 0: the connection was closed on a body that is too large before it was sent, which is an answer too.
    if (code !== 0 && (code < 400 || code === 500)) counts.wrong.push(`${name}: answered ${code}`)
  }
  for (const { name, path, body } of oddBodies)
    await sendBesideHealth(name, async () => (await call(url, 'POST', path, { token, body: body() })).status)
  for (const { name, bytes } of oddFiles) await sendBesideHealth(name, () => sendFile(url, token, bytes()))
  return counts
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

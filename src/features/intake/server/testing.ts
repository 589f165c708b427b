import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { kindOf } from '#columns/kinds.ts'
import { emptyLogs } from '#kit/server/testing.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { type Db, row, sql } from '#kit/server/db.ts'
import { isIdentifiedByDomain, type Platform } from '#platforms/platform.ts'

/** A valid row with a sample value in every import column; `n` makes it distinct. */
export function sampleRow(platform: Platform, n: number): Record<string, unknown> {
  const cells: Record<string, unknown> = { sn: n + 1 }
  for (const name of [...platform.imported, ...platform.importedIfNamed])
    cells[name] = kindOf(platform.columns[name]!.kind).sample(n)
  cells['brand'] = ''
  cells['employeeCode'] = `E-${n}`
  cells[platform.identity] = isIdentifiedByDomain(platform)
    ? `brand-${n}.example.com`
    : `https://shop.example/${platform.value}/${n}`
  if ('domain' in cells && !isIdentifiedByDomain(platform)) cells['domain'] = 'shop.example'
  if (platform.alsoUnique) cells[platform.alsoUnique.column] = `LID${n}`
  return cells
}

export const sampleRows = (platform: Platform, count: number, from = 0): Record<string, unknown>[] =>
  Array.from({ length: count }, (_, n) => sampleRow(platform, from + n))

/** Signs a person in and returns the bearer header. */
export async function bearerOf(db: Db, userId: string): Promise<{ authorization: string }> {
  return { authorization: `Bearer ${await signInAs(db, userId)}` }
}

/** Posts a body unchanged: text, bytes or an object. */
export function post(
  server: FastifyInstance,
  url: string,
  headers: Record<string, string>,
  body: unknown,
): Promise<LightMyRequestResponse> {
  const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  return server.inject({ method: 'POST', url, headers: { 'content-type': 'application/json', ...headers }, payload })
}

/** Empties the tables that uploads fill. */
export async function emptyUploads(db: Db): Promise<void> {
  await sql`truncate findings, facets, counter_delta, value_delta, seller_delta, files, white_lists, pgboss.job cascade`.execute(
    db,
  )
  await emptyLogs(db)
}

/** The two upload calls (save, check) for a brand, as the person of the headers. */
export function uploads(
  server: FastifyInstance,
  headers: Record<string, string>,
  scope: { company: string; brand: string },
) {
  const bodyOf = (data: unknown, more: object) => ({
    data,
    ...scope,
    platform: 'e-commerce',
    reportingDate: sampleDay,
    ...more,
  })
  return {
    save: (data: unknown, more: object = {}) => post(server, '/api/save-bulk-data', headers, bodyOf(data, more)),
    check: (data: unknown, more: object = {}) => post(server, '/api/save-bulk-data/check', headers, bodyOf(data, more)),
  }
}

export type Uploads = ReturnType<typeof uploads>
export const sampleDay = '2026-03-09'

type RefusedEntry = { index: number; reason: string }
export const reasonsOf = (list: RefusedEntry[]) => list.map(({ index, reason }) => [index, reason])

export async function countOf(db: Db, table: string): Promise<number> {
  return (await row<{ n: number }>(db, sql`select count(*) as n from ${sql.table(table)}`))!.n
}

/** A short list of texts that often break programs. */
export const awkward = [
  'undefined',
  'null',
  'NULL',
  '(null)',
  'true',
  'NaN',
  'Infinity',
  '-1',
  '1e999',
  '0x7f',
  '\\',
  '\\\\',
  '\\N',
  '\\.',
  '\\n',
  '"',
  "'",
  '`',
  "'; drop table findings; --",
  '{"a":1}',
  '{a,b}',
  '{}',
  '$$',
  '%s%n',
  '%00',
  '../../etc/passwd',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '=1+1',
  '+1',
  '-1+1',
  '@SUM(A1)',
  "=cmd|' /C calc'!A0",
  'a\tb',
  'a\nb',
  'a\r\nb',
  'café',
  'cafe\u0301',
  'Ω≈ç√∫˜µ≤',
  '社會科學院語學研究所',
  '울란바토르',
  'مرحبا',
  'שלום',
  '👩‍👩‍👧‍👦',
  '🇮🇳',
  '𝕋𝕙𝕖',
  'Z̡͖̜̖̰̣͉̜a͖̰͙̬͡l̲̫̳͍̩g̡̟̼̱͚̞̬o̗͜',
  'a\u200bb',
  '\u202etest',
  'x\u2028y',
  '\ufeffbom',
  'İSTANBUL',
  'ß',
  'ﬁ',
  '\u00a0x\u00a0',
  'constructor',
  '__proto__',
  'toString',
]

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Problem } from '#kit/server/problem.ts'
import { maxEntries, readList } from './read-list.ts'

const sample = (name: string) =>
  readFileSync(new URL(`../../../../tests/tmch/fixtures/${name}`, import.meta.url), 'utf8')

test("the clearinghouse's own lists are read", async () => {
  const claims = await readList(sample('dnl.csv'))
  expect(claims).toMatchObject({ kind: 'DNL', madeAt: '2013-11-24T23:15:37.400Z' })
  expect(claims.entries).toHaveLength(113)
  expect(claims.entries[0]).toEqual({
    key: 'test---validate',
    lookupKey: '2013112500/6/1/d/YduYflFKIFHoOYwDfN',
    at: '2013-09-05T00:00:00.000Z',
  })
  const revoked = await readList(sample('smdrl.csv'))
  expect(revoked.kind).toBe('SMDRL')
  expect(revoked.entries.map(({ key }) => key)).toContain('000000541669081776937-65535')
})

const head = '1,2024-05-01T00:00:00.0Z\n'
const dnl = `${head}DNL,lookup-key,insertion-datetime\n`
const smdrl = `${head}smd-id,insertion-datetime\n`
const at = '2024-01-01T00:00:00.0Z'

test.each([
  ['', 'The file is empty.'],
  ['\n\n', 'The file is empty.'],
  ['PK\u0003\u0004', 'Line 1 must hold the version 1'],
  [`2,${at}\n`, 'Line 1 must hold the version 1'],
  ['1,01/05/2024\n', 'Line 1 must hold the version 1'],
  ['1,2024-13-01T00:00:00Z\n', 'Line 1 must hold the version 1'],
  [head, 'Line 2 must be DNL,lookup-key,insertion-datetime or smd-id,insertion-datetime.'],
  [`${head}label,time\n`, 'Line 2 must be'],
  [`${dnl}acme,1/2/3,${at}\nacme two,1/2/3,${at}`, 'Line 4 must hold a label, a lookup key and a time.'],
  [`${dnl}acme,${at}`, 'Line 3 must hold a label'],
  [`${dnl}acme,1/2/3,yesterday`, 'Line 3 must hold a label'],
  [`${dnl}acme,1/2/3,${at},more`, 'Line 3 must hold a label'],
  [`${dnl}acme,1/2/3,${at}\n\nacme2,1/2/3,${at}`, 'Line 4 must hold a label'],
  [`${dnl}acme,1/2/3,${at}\nACME,1/2/4,${at}`, 'Line 4 repeats acme.'],
  [`${smdrl}123-1,${at}\nabc,${at}`, "Line 4 must hold a signed mark's id and a time."],
  [smdrl + `1-1,${at}\n`.repeat(maxEntries + 1), 'The list has more than 200,000 entries.'],
])('an invalid list is rejected with the reason (%#)', async (text, sentence) => {
  const thrown = await readList(text).catch((error: unknown) => error)
  expect(thrown).toBeInstanceOf(Problem)
  expect((thrown as Problem).message).toContain(sentence)
})

test('an empty list of either kind, Windows line ends and a byte order mark are accepted', async () => {
  expect((await readList(dnl)).entries).toEqual([])
  const windows = `\uFEFF${smdrl}123-1,${at}\n`.replaceAll('\n', '\r\n')
  expect((await readList(windows)).entries).toHaveLength(1)
})

test('other requests are served while a long list is parsed', async () => {
  const long = dnl + Array.from({ length: 60_000 }, (_, n) => `label-${n},1/2/3,${at}`).join('\n')
  let turns = 0
  const others = setInterval(() => turns++, 0)
  await readList(long)
  clearInterval(others)
  expect(turns).toBeGreaterThan(5)
})

import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { messages } from '#features/domain-search/messages.ts'
import { rows, sql } from '#kit/server/db.ts'
import { today } from '#vocabulary/dates.ts'
import { setUpSearchTests } from './testing-searches.ts'

const tests = setUpActionTests()
const { at, post } = tests
const { up, own, save, search, searched } = setUpSearchTests(tests)
const act = (recordId: string, action: string) =>
  post('domain-search-schedule/take-action', { recordId, action }, 'analyst')

test('S-132 the answer to a decision and the decided ones lead to its finding, until that is deleted', async () => {
  for (const name of ['acme-login.test', 'acme-online.test']) up.world.register(name)
  await save()
  await search()
  const ids = Object.fromEntries((await searched()).map(({ domain, id }) => [domain, id]))
  const high = (await act(ids['acme-login.test']!, 'high')).json()
  const ignored = (await act(ids['acme-online.test']!, 'ignore')).json()
  const [{ id }] = (await rows<{ id: string }>(at.database.db, sql`select id from findings`)) as [{ id: string }]
  const { company: companyId, brand: brandId } = own()
  const finding = { id, platform: 'domain', companyId, brandId, reportingDate: today('Asia/Kolkata') }
  expect([high, ignored]).toEqual([
    { message: messages.madeFinding, finding },
    { message: messages.ignored, finding: null },
  ])
  const decided = async () => (await searched('decided=true')).map((one) => [one.domain, one.finding])
  expect(await decided()).toEqual([
    ['acme-online.test', null],
    ['acme-login.test', finding],
  ])
  await rows(at.database.db, sql`update findings set deleted_at = now()`)
  expect(await decided()).toEqual([
    ['acme-online.test', null],
    ['acme-login.test', null],
  ])
})

import { expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import { maxSettings } from '#features/user-settings/contract.ts'

const { at, request, errorsOf } = setUpAdminTests()

const table = { density: 'compact', order: ['title', 'site'], hidden: ['price'], widths: { title: 320 } }
const save = (settings: object, who = 'client') => request('PUT', '/user-settings', { settings }, who)
const settingsOf = async (who = 'client') =>
  (await request('GET', '/user-settings', undefined, who)).json<{ settings: Record<string, unknown> }>().settings

test('settings belong to the person who saved them; the last one under a name counts, and null removes it', async () => {
  expect(await settingsOf()).toEqual({})
  expect((await save({ theme: 'dark', 'table.domain': table })).statusCode).toBe(200)
  expect((await save({ theme: 'light' }, 'childClient')).statusCode).toBe(200)
  expect(await settingsOf()).toEqual({ theme: 'dark', 'table.domain': table })
  expect(await settingsOf('childClient')).toEqual({ theme: 'light' })
  expect(await settingsOf('admin')).toEqual({})
  await Promise.all([save({ theme: 'auto' }), save({ 'table.domain': null }), save({ 'table.tmch': table })])
  expect(await settingsOf()).toEqual({ theme: 'auto', 'table.tmch': table })
})

test.each([
  [{ theme: 'pink' }],
  [{ theme: { $ne: null } }],
  [{ other: 1 }],
  [{ 'table.Domain; drop': table }],
  [{ 'table.domain': { ...table, more: 1 } }],
  [{ 'table.domain': { ...table, order: Array.from({ length: 61 }, (_, n) => `c${n}`) } }],
  [{ 'table.domain': { ...table, widths: { title: 1e9 } } }],
  [{ 'table.domain': { ...table, widths: Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`c${n}`, 90])) } }],
  [{ 'table.domain': { ...table, hidden: ['x'.repeat(61)] } }],
  [Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`table.${'a'.repeat(n + 1)}`, table]))],
])('%j is refused whole', async (settings) => {
  const before = await settingsOf('analyst')
  const answer = await save({ 'table.website': table, ...settings }, 'analyst')
  expect([answer.statusCode, errorsOf(answer)]).toEqual([422, { settings: 'Settings are not valid' }])
  expect(await settingsOf('analyst')).toEqual(before)
})

test('a text that PostgreSQL cannot store is refused, one that looks like SQL is stored as it is', async () => {
  const order = ["'; drop table users", 'नाम']
  expect((await save({ 'table.domain': { ...table, order } }, 'admin')).statusCode).toBe(200)
  expect(await settingsOf('admin')).toMatchObject({ 'table.domain': { order } })
  for (const odd of ['a\u0000b', '\ud800'])
    expect((await save({ 'table.domain': { ...table, order: [odd] } }, 'admin')).statusCode).toBe(422)
})

test('nobody stores more than so many, even when many are saved at once', async () => {
  const name = (n: number) => `table.t${'abcdefghij'[Math.floor(n / 10)]!}${'abcdefghij'[n % 10]!}`
  const batches = Array.from({ length: 4 }, (_, batch) =>
    Object.fromEntries(Array.from({ length: 20 }, (__, n) => [name(batch * 20 + n), table])),
  )
  const answers = await Promise.all(batches.map((settings) => save(settings, 'google')))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 200, 200, 422])
  expect(Object.keys(await settingsOf('google'))).toHaveLength(maxSettings)
})

test('the other windows of the person hear that settings changed, and not what they are', async () => {
  const received: object[] = []
  const stop = at.testApp.app.live.listen((event) => void (event.topic === 'settings' && received.push(event.data)))
  await request('PUT', '/user-settings', { settings: { theme: 'dark' }, origin: 'w1' }, 'client')
  await expect.poll(() => received).toEqual([{ userId: at.world.people.client, origin: 'w1' }])
  stop()
})

import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import type { Entry } from '#features/activity/contract.ts'
import { domain } from '#platforms/domain.ts'

const { get, post, one, stored } = setUpActionTests()

const momentsOf = async (id: string, who: string) =>
  (await get(`activity/finding/${id}`, who))
    .json<{ entries: Entry[] }>()
    .entries.filter(({ kind }) => kind === 'status')
    .map(({ moment }) => moment)
const decide = (id: string, statusfrom: string, status: string, who: string) =>
  post(`decisions/one/${id}`, { platform: 'domain', statusfrom, status }, who)

test('the thread lets only who decided last undo it, and nobody once something came after it', async () => {
  const id = await one(domain, '33')
  const first = (await decide(id, '33', '88', 'client')).json<{ moment: string }>()
  expect(await momentsOf(id, 'client')).toEqual([first.moment])
  expect(await momentsOf(id, 'admin')).toEqual([null])

  const second = (await decide(id, '88', '00', 'admin')).json<{ moment: string }>()
  expect(await momentsOf(id, 'client')).toEqual([null, null])
  expect(await momentsOf(id, 'admin')).toEqual([second.moment, null])
  const undone = await post(`decisions/undo-one/${id}`, { platform: 'domain', moment: second.moment }, 'admin')
  expect(undone.statusCode).toBe(200)
  expect((await stored(id)).status).toBe('88')

  const facts = { registrar: 'Keepnames', ipAddress: '203.0.113.7', hosting: 'Zonecloud', date: '2026-03-04' }
  await decide(id, '88', '00', 'analyst')
  expect((await momentsOf(id, 'analyst'))[0]).not.toBeNull()
  const record = { ...facts, actionTaken: 'UDRP Filed', infrigementStatus: '11' }
  expect((await post(`domain/${id}/enforcement`, record, 'analyst')).statusCode).toBe(200)
  expect(new Set(await momentsOf(id, 'analyst'))).toEqual(new Set([null]))
})

import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { messages } from '#features/clusters/messages.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { setUpClusterTests } from './testing.ts'

const actions = setUpActionTests()
const { get, post } = actions
const { add, fold, groupsOf, pageOf } = setUpClusterTests(actions)

test('findings that an event removed are put back, once, and leave the cluster they were joined to meanwhile', async () => {
  const ids = await add(
    eCommerce,
    Array.from({ length: 4 }, () => ({ storeId: 'Back 1' })),
  )
  const others = await add(eCommerce, [{ storeId: 'Back 2' }, { storeId: 'Back 2' }])
  await fold()
  const [group] = await groupsOf(ids[0]!)
  const [other] = await groupsOf(others[0]!)
  const page = await pageOf(group!.clusterId)
  await post(`clusters/${page.id}/part`, { version: page.version, findings: [ids[1], ids[2]] }, 'analyst')
  const { version: otherVersion } = await pageOf(other!.clusterId)
  await post(`clusters/${other!.clusterId}/join`, { version: otherVersion, findings: [ids[2]] }, 'analyst')
  const parted = await pageOf(page.id)
  expect([parted.findings, (await pageOf(other!.clusterId)).findings]).toEqual([2, 3])
  const [event] = parted.events
  const body = { version: parted.version, eventId: event!.id }
  expect((await post(`clusters/${page.id}/put-back`, body, 'client')).statusCode).toBe(403)
  expect((await post(`clusters/${page.id}/put-back`, { ...body, version: 1 }, 'analyst')).statusCode).toBe(409)
  // An event of another cluster puts nothing back.
  const [foreign] = (await pageOf(other!.clusterId)).events
  expect((await post(`clusters/${page.id}/put-back`, { ...body, eventId: foreign!.id }, 'analyst')).statusCode).toBe(
    409,
  )
  const answer = await post(`clusters/${page.id}/put-back`, body, 'analyst')
  expect(answer.json()).toEqual({ message: '2 findings are back in the cluster.' })
  const back = await pageOf(page.id)
  expect([back.findings, (await pageOf(other!.clusterId)).findings]).toEqual([4, 2])
  expect(back.events.map(({ type, findings, outside }) => [type, findings, outside])).toEqual([
    ['put-back', 2, 0],
    ['parted-findings', 2, 0],
  ])
  const again = await post(`clusters/${page.id}/put-back`, { ...body, version: back.version }, 'analyst')
  expect([again.statusCode, again.json().message]).toEqual([409, messages.nothingOutside])
  await fold()
  expect((await groupsOf(ids[2]!)).map(({ clusterId }) => clusterId)).toEqual([page.id])
})

test('the last finding of a cluster keeps its page for staff, so that the others can be put back', async () => {
  const ids = await add(eCommerce, [{ storeId: 'Last 1' }, { storeId: 'Last 1' }])
  await fold()
  const [group] = await groupsOf(ids[0]!)
  const page = await pageOf(group!.clusterId)
  await post(`clusters/${page.id}/part`, { version: page.version, findings: [ids[1]] }, 'analyst')
  const left = await pageOf(page.id)
  expect([left.findings, left.events.map(({ type, outside }) => [type, outside])]).toEqual([
    1,
    [['parted-findings', 1]],
  ])
  expect((await get(`clusters/${page.id}`, 'client')).statusCode).toBe(404)
  const body = { version: left.version, eventId: left.events[0]!.id }
  expect((await post(`clusters/${page.id}/put-back`, body, 'analyst')).statusCode).toBe(200)
  expect((await pageOf(page.id)).findings).toBe(2)
})

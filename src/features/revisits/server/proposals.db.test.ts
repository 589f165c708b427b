import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { noticeForm, setUpRevisitTests } from './testing-revisits.ts'
import { respondWith } from './testing-sites.ts'

const actions = setUpActionTests()
const { at, post, stored, logOf } = actions
const { up, get, enforced, nextDay, days, seenOf, proposals, proposalOf, decide } = setUpRevisitTests(actions)

describe('is it down?', () => {
  test('a page that disappears is proposed as Success after three visits, and nothing changes until somebody accepts', async () => {
    const { id, turns } = await enforced('11', respondWith(200, '<title>Fake</title>'))
    await nextDay()
    turns(respondWith(404))
    await days(2)
    expect(await proposalOf(id)).toBeUndefined()
    await nextDay()
    const found = (await proposalOf(id))!
    expect(found).toMatchObject({ kind: 'success', from: '11', to: '55', streak: 3, platform: 'website' })
    expect(found.visit).toMatchObject({ outcome: 'gone', statusCode: 404, streak: 3, reason: 'Not found (404)' })
    const { visits, clock, total } = await seenOf(id)
    expect(visits.map(({ outcome, streak }: never) => [outcome, streak])).toEqual([
      ['gone', 3],
      ['gone', 2],
      ['gone', 1],
      ['up', 1],
    ])
    expect([total, visits[3].title]).toEqual([4, 'Fake'])
    expect(clock.unreachable).toBe(found.since)
    expect((await stored(id)).status).toBe('11')

    expect((await decide([found.id])).json().message).toBe('Proposal accepted')
    expect((await stored(id)).status).toBe('55')
    expect((await logOf(id)).at(-1)).toMatchObject({ module: 'enforcement', username: 'analyst', status_to: '55' })
    const { data } = (await get(`website/${id}/enforcement`)).json()
    expect(data[0]).toMatchObject({
      actionTaken: 'Confirmed unreachable',
      registrar: 'Keeper',
      infrigementStatus: '55',
    })
    expect((await decide([found.id])).statusCode).toBe(409)
    expect((await get(`website/${id}/enforcement`)).json().data).toHaveLength(2)
  })

  test('a resolved finding that responds again is proposed to be re-opened; the clock is no longer unreachable', async () => {
    const { id, turns } = await enforced('55', respondWith(410))
    await days(3)
    expect((await seenOf(id)).clock.unreachable).not.toBeNull()
    turns(respondWith(200, 'Back'))
    await days(3)
    const found = (await proposalOf(id))!
    expect(found).toMatchObject({ kind: 'reopen', from: '55', to: '11' })
    expect((await seenOf(id)).clock.unreachable).toBeNull()
    await decide([found.id])
    expect((await stored(id)).status).toBe('11')
  })

  test('flapping, challenges and failing name servers are never believed; a contradicting visit withdraws a proposal', async () => {
    const flapping = await enforced('11', respondWith(404))
    const asking = await enforced('11', respondWith(403))
    const broken = await enforced('11', respondWith(404))
    up.sites.zone.set(broken.host, 'failure')
    for (let day = 0; day < 6; day++) {
      flapping.turns(respondWith(day % 3 === 2 ? 200 : 404))
      await nextDay()
    }
    expect((await proposals()).totalDocs).toBe(0)
    expect((await seenOf(asking.id)).visits.map(({ side }: never) => side)).toEqual(Array(6).fill(null))

    up.sites.zone.delete(flapping.host)
    await days(3)
    expect((await proposalOf(flapping.id))?.visit.outcome).toBe('no-address')
    up.sites.zone.set(flapping.host, { a: ['127.0.0.1'] })
    flapping.turns(respondWith(200))
    await nextDay()
    expect(await proposalOf(flapping.id)).toBeUndefined()
  })

  test('a dismissed proposal returns only when the state has flipped', async () => {
    const { id, turns } = await enforced('11', respondWith(404))
    await days(3)
    expect((await decide([(await proposalOf(id))!.id], false)).json().message).toBe('Proposal dismissed')
    await days(3)
    expect(await proposalOf(id)).toBeUndefined()
    turns(respondWith(200))
    await days(3)
    turns(respondWith(404))
    await days(3)
    expect(await proposalOf(id)).toMatchObject({ kind: 'success', from: '11' })
  })

  test('many at once are all or none: a finding that has changed is 409, and of two concurrent calls one wins', async () => {
    const [first, second] = [await enforced('11', respondWith(404)), await enforced('11', respondWith(404))]
    await days(3)
    const ids = (await proposals()).docs.map((one) => one.id)
    expect(ids).toHaveLength(2)
    const change = { ...noticeForm, actionTaken: 'Other', infrigementStatus: '99' }
    await post(`website/${second.id}/enforcement`, change, 'analyst')
    expect((await decide(ids)).statusCode).toBe(409)
    expect((await stored(first.id)).status).toBe('11')
    expect((await proposals()).docs.map((one) => one.findingId)).toEqual([first.id])
    const open = [(await proposalOf(first.id))!.id]
    const both = await Promise.all([decide(open), decide(open, true, 'admin')])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await get(`website/${first.id}/enforcement`)).json().data).toHaveLength(2)
    for (const invalidBody of [
      { accept: true },
      { ids: [], accept: true },
      { ids: open },
      { ids: ['x'], accept: true },
    ])
      expect((await post('enforcement/proposals/decide', invalidBody, 'analyst')).statusCode).toBe(422)
    expect((await decide(open, true, 'client')).statusCode).toBe(403)
  })

  test('the list is filtered by company, brand, platform and kind, and counts both kinds', async () => {
    await enforced('11', respondWith(404))
    await enforced('55', respondWith(200))
    await days(3)
    const { companies, brands } = at.world
    expect((await proposals()).counts).toEqual({ success: 1, reopen: 1 })
    expect((await proposals('kind=reopen')).docs.map(({ kind }) => kind)).toEqual(['reopen'])
    expect((await proposals(`company=${companies.parent}&brand=${brands.own}&platform=website`)).totalDocs).toBe(2)
    expect((await proposals(`company=${companies.foreign}`)).totalDocs).toBe(0)
    expect((await proposals('platform=domain')).totalDocs).toBe(0)
    expect((await proposals('search=site-')).totalDocs).toBe(2)
    expect((await proposals('search=%25')).counts).toEqual({ success: 0, reopen: 0 })
    expect((await get('enforcement/proposals?platform=moon')).statusCode).toBe(422)
  })
})

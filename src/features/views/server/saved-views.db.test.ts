import { describe, expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import { listsOf, listScreens } from '#features/views/rules.ts'
import { newId } from '#kit/server/id.ts'

const { at, request, errorsOf } = setUpAdminTests()

const save = (name: unknown, search: unknown = { status: '33' }, list: unknown = 'domain', who = 'client') =>
  request('POST', '/saved-views', { list, name, search }, who)
const namesOf = async (list: string, who = 'client') =>
  (
    (await request('GET', `/saved-views?list=${list}`, undefined, who)).json() as { views: { name: string }[] }
  ).views.map(({ name }) => name)

test('a view is saved for one person and list, and can be overwritten, renamed and deleted', async () => {
  const { id } = (await save('Mine to decide')).json() as { id: string }
  await save('all high', { priority: 'High', columns: 'domain,status' })
  await save('Mine', {}, 'website')
  expect(await namesOf('domain')).toEqual(['all high', 'Mine to decide'])
  expect(await namesOf('domain', 'childClient')).toEqual([])

  expect((await save('MINE TO DECIDE', { status: '88' })).json()).toMatchObject({ id, message: 'View saved.' })
  const { views } = (await request('GET', '/saved-views?list=domain', undefined, 'client')).json() as {
    views: unknown[]
  }
  expect(views).toContainEqual({
    id,
    list: 'domain',
    name: 'MINE TO DECIDE',
    search: { status: '88' },
    isShared: false,
    isPinned: false,
    isOwn: true,
    mayChange: true,
    owner: 'First Last',
  })

  expect(errorsOf(await request('PUT', `/saved-views/${id}`, { name: 'All High' }, 'client'))).toEqual({
    name: 'A view with this name already exists.',
  })
  expect((await request('PUT', `/saved-views/${id}`, { name: 'Mine' }, 'client')).statusCode).toBe(200)
  expect((await request('DELETE', `/saved-views/${id}`, undefined, 'client')).statusCode).toBe(200)
  expect((await request('DELETE', `/saved-views/${id}`, undefined, 'client')).statusCode).toBe(404)
  expect(await namesOf('domain')).toEqual(['all high'])
})

test('the views of all lists are those of each list, and nobody else sees them', async () => {
  await save('Phones', {}, 'enforcement-website', 'analyst')
  await save('Tablets', {}, 'social-media', 'analyst')
  const all = async (who: string) =>
    (
      (await request('GET', '/saved-views', undefined, who)).json() as { views: { name: string; list: string }[] }
    ).views.map(({ name, list }) => `${list} ${name}`)
  expect(await all('analyst')).toEqual(['enforcement-website Phones', 'social-media Tablets'])
  expect(await all('foreignClient')).toEqual([])
  expect(await all('client')).not.toContain('social-media Tablets')
})

test('a view of a list that the role does not have is refused', async () => {
  const answerTo = async (list: string, who: string) => errorsOf(await save('Not mine', {}, list, who))
  for (const list of ['my-work', 'enforcement-domain', 'users', 'zzz'])
    expect(await answerTo(list, 'client'), list).toEqual({ list: 'List is not valid' })
  expect(await answerTo('users', 'analyst')).toEqual({ list: 'List is not valid' })
  expect((await save('Mine', {}, 'my-work', 'analyst')).statusCode).toBe(200)
})

test("another person's view is not found", async () => {
  const { id } = (await save('Private', {}, 'app-store')).json() as { id: string }
  for (const who of ['childClient', 'foreignClient', 'google', 'analyst', 'admin']) {
    expect((await request('PUT', `/saved-views/${id}`, { name: 'x' }, who)).statusCode).toBe(404)
    expect((await request('DELETE', `/saved-views/${id}`, undefined, who)).statusCode).toBe(404)
  }
  expect((await request('PUT', `/saved-views/${newId()}`, { name: 'x' }, 'client')).statusCode).toBe(404)
  expect(await namesOf('app-store')).toEqual(['Private'])
})

test('invalid input is rejected by field', async () => {
  const lone = '\ud800'
  const wrong = [
    ['', {}, 'domain', 'name'],
    ['   ', {}, 'domain', 'name'],
    ['x'.repeat(61), {}, 'domain', 'name'],
    ['a\u0000b', {}, 'domain', 'name'],
    [lone, {}, 'domain', 'name'],
    [7, {}, 'domain', 'name'],
    ['x', { status: 'a\u0000b' }, 'domain', 'search'],
    ['x', { [lone]: '33' }, 'domain', 'search'],
    ['x', { status: 33 }, 'domain', 'search'],
    ['x', { status: 'x'.repeat(2049) }, 'domain', 'search'],
    ['x', Object.fromEntries(Array.from({ length: 61 }, (_, n) => [`p${n}`, ''])), 'domain', 'search'],
    ['x', [], 'domain', 'search'],
    ['x', {}, 'Domain; drop', 'list'],
  ] as const
  for (const [name, search, list, field] of wrong) {
    const answer = await save(name, search, list)
    expect([answer.statusCode, Object.keys(errorsOf(answer))], JSON.stringify([name, search, list])).toEqual([
      422,
      [field],
    ])
  }
})

test('a list has at most fifty views, even when many are saved at once', async () => {
  const answers = await Promise.all(Array.from({ length: 55 }, (_, n) => save(`View ${n}`, {}, 'social-media')))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(50)
  const refused = answers.find(({ statusCode }) => statusCode === 422)!
  expect(errorsOf(refused)).toEqual({ name: 'You can save at most 50 views of a list. Delete one first.' })
  expect((await save('view 3', { priority: 'Low' }, 'social-media')).statusCode).toBeLessThan(423)
  expect(await namesOf('social-media')).toHaveLength(50)
})

describe('shared views', () => {
  type View = { id: string; name: string; isOwn: boolean; mayChange: boolean; isPinned: boolean; owner: string }
  const share = async (name: string, list: string, who: string) =>
    (await request('POST', '/saved-views', { list, name, search: { priority: 'High' }, isShared: true }, who)).json<{
      id: string
    }>().id
  const viewsFor = async (list: string, who: string) =>
    (await request('GET', `/saved-views?list=${list}`, undefined, who)).json<{ views: View[] }>().views
  const seers = async (list: string, id: string) => {
    const everybody = ['client', 'google', 'childClient', 'foreignClient', 'analyst', 'admin']
    const seen = await Promise.all(everybody.map((who) => viewsFor(list, who)))
    return everybody.filter((_, n) => seen[n]!.some((view) => view.id === id))
  }
  const change = (id: string, part: string, body: object, who: string) =>
    request('PUT', `/saved-views/${id}${part}`, body, who)

  test('those of a client are seen by its company and the company above it, those of staff by staff', async () => {
    const ofParent = await share('Ours', 'website', 'client')
    expect(await seers('website', ofParent)).toEqual(['client', 'google'])
    const ofChild = await share('Child', 'website', 'childClient')
    expect(await seers('website', ofChild)).toEqual(['client', 'google', 'childClient'])
    const ofTeam = await share('Team', 'enforcement-domain', 'analyst')
    expect(await seers('enforcement-domain', ofTeam)).toEqual(['analyst', 'admin'])
    expect(
      (await viewsFor('website', 'google')).map(({ isOwn, mayChange, owner }) => [isOwn, mayChange, owner]),
    ).toEqual([
      [false, false, 'First Last'],
      [false, false, 'First Last'],
    ])
    expect((await change(ofParent, '/sharing', { isShared: false }, 'client')).statusCode).toBe(200)
    expect(await seers('website', ofParent)).toEqual(['client'])
  })

  test.each(listScreens)(
    'those of the list %s are seen by the staff who may open it, and pinned by them',
    async (list) => {
      const id = await share('Ours', list, 'admin')
      const mayOpen = listsOf('Analyst').includes(list)
      expect(await seers(list, id)).toEqual(mayOpen ? ['analyst', 'admin'] : ['admin'])
      expect((await change(id, '/pin', { isPinned: true }, 'analyst')).statusCode).toBe(mayOpen ? 200 : 404)
      expect((await change(id, '/pin', { isPinned: true }, 'client')).statusCode).toBe(404)
      expect((await request('DELETE', `/saved-views/${id}`, undefined, 'admin')).statusCode).toBe(200)
    },
  )

  test('only the owner and, for the team, an Admin change one; who does not see it gets 404', async () => {
    const ofTeam = await share('Team', 'enforcement-website', 'analyst')
    const ofCompany = await share('Ours', 'trap-purchase', 'client')
    const tried = (id: string, who: string) =>
      Promise.all([
        change(id, '', { name: 'Renamed' }, who),
        change(id, '/sharing', { isShared: true }, who),
        change(id, '/pin', { isPinned: true }, who),
      ]).then((answers) => answers.map(({ statusCode }) => statusCode))
    expect(await tried(ofTeam, 'admin')).toEqual([200, 200, 200])
    expect(await tried(ofTeam, 'client')).toEqual([404, 404, 404])
    expect(await tried(ofCompany, 'google')).toEqual([403, 403, 200])
    for (const who of ['foreignClient', 'childClient', 'admin'])
      expect(await tried(ofCompany, who)).toEqual([404, 404, 404])
    for (const [who, code] of [
      ['google', 403],
      ['foreignClient', 404],
      ['client', 200],
    ] as const)
      expect((await request('DELETE', `/saved-views/${ofCompany}`, undefined, who)).statusCode).toBe(code)
    expect((await request('DELETE', `/saved-views/${ofTeam}`, undefined, 'admin')).statusCode).toBe(200)
  })

  test('everybody pins for themselves; a pin ends with the sharing, and nobody pins more than twenty', async () => {
    const pinned = async (who: string) =>
      (await request('GET', '/saved-views/pinned', undefined, who))
        .json<{ views: View[] }>()
        .views.map(({ name }) => name)
    const id = await share('Pinned', 'app-store', 'client')
    await change(id, '/pin', { isPinned: true }, 'google')
    await change(id, '/pin', { isPinned: true }, 'client')
    expect([await pinned('google'), await pinned('client')]).toEqual([['Pinned'], ['Pinned']])
    await change(id, '/sharing', { isShared: false }, 'client')
    expect([await pinned('google'), await pinned('client')]).toEqual([[], ['Pinned']])
    const ids = await Promise.all(
      Array.from({ length: 21 }, (_, n) => share(`P${n}`, 'enforcement-app-store', 'analyst')),
    )
    const answers = await Promise.all(ids.map((one) => change(one, '/pin', { isPinned: true }, 'analyst')))
    expect(answers.filter(({ statusCode }) => statusCode === 422)).toHaveLength(1)
    expect(await pinned('analyst')).toHaveLength(20)
  })

  test('the shared view of somebody who was removed stays', async () => {
    const id = await share('Left behind', 'e-commerce', 'client')
    await at.database.pool.query('update users set deleted_at = now() where id = $1', [at.world.people.client])
    expect((await viewsFor('e-commerce', 'google')).map((view) => view.id)).toContain(id)
    await at.database.pool.query('update users set deleted_at = null where id = $1', [at.world.people.client])
  })
})

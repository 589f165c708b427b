import { expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import { newId } from '#kit/server/id.ts'

const { request, errorsOf } = setUpAdminTests()

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
  expect(views).toContainEqual({ id, name: 'MINE TO DECIDE', search: { status: '88' } })

  expect(errorsOf(await request('PUT', `/saved-views/${id}`, { name: 'All High' }, 'client'))).toEqual({
    name: 'A view with this name already exists.',
  })
  expect((await request('PUT', `/saved-views/${id}`, { name: 'Mine' }, 'client')).statusCode).toBe(200)
  expect((await request('DELETE', `/saved-views/${id}`, undefined, 'client')).statusCode).toBe(200)
  expect((await request('DELETE', `/saved-views/${id}`, undefined, 'client')).statusCode).toBe(404)
  expect(await namesOf('domain')).toEqual(['all high'])
})

test("another person's view is not found, and staff have none", async () => {
  const { id } = (await save('Private', {}, 'app-store')).json() as { id: string }
  for (const who of ['childClient', 'foreignClient']) {
    expect((await request('PUT', `/saved-views/${id}`, { name: 'x' }, who)).statusCode).toBe(404)
    expect((await request('DELETE', `/saved-views/${id}`, undefined, who)).statusCode).toBe(404)
  }
  expect((await request('PUT', `/saved-views/${newId()}`, { name: 'x' }, 'client')).statusCode).toBe(404)
  for (const who of ['analyst', 'admin']) expect((await save('x', {}, 'domain', who)).statusCode).toBe(403)
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
    ['x', { status: 'x'.repeat(501) }, 'domain', 'search'],
    ['x', Object.fromEntries(Array.from({ length: 41 }, (_, n) => [`p${n}`, ''])), 'domain', 'search'],
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

import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { locksWaitedFor } from '#kit/server/testing.ts'
import { lockWithAdmins } from './queries.ts'
import { formOf } from './testing.ts'

const { at, post } = setUpActionTests()
const remove = (id: string, token = at.tokens['admin']) =>
  at.testApp.server.inject({
    method: 'DELETE',
    url: `/api/users/${id}`,
    headers: { authorization: `Bearer ${token!}` },
  })
const exists = async (id: string) =>
  (await at.database.pool.query('select 1 from users where id = $1 and deleted_at is null', [id])).rows.length === 1
/** Another Admin with a session. */
async function admin(name: string): Promise<{ id: string; token: string }> {
  const { id } = (await post('users/create', formOf('Admin', name), 'admin')).json().data as { id: string }
  return { id, token: await signInAs(at.database.db, id) }
}

describe('deleting a user', () => {
  test('A-112 A-093 the user is removed from the list and signed out at once, and the email is free again', async () => {
    const { data } = (await post('users/create', formOf('Analyst', 'leaver'), 'admin')).json()
    const token = await signInAs(at.database.db, data.id)
    expect((await remove(data.id)).json()).toEqual({ message: 'User deleted successfully' })
    expect((await remove(data.id, token)).statusCode).toBe(401)
    expect((await remove(data.id)).statusCode).toBe(404)
    expect((await remove(newId())).statusCode).toBe(404)
    expect((await post('users/create', formOf('Analyst', 'Leaver'), 'admin')).statusCode).toBe(200)
    const stored = await at.database.pool.query('select deleted_at from users where id = $1', [data.id])
    expect(stored.rows).toEqual([{ deleted_at: expect.any(String) }])
    const log = await at.database.pool.query("select user_id from data_log where model = 'User' and type = 'delete'")
    expect(log.rows).toEqual([{ user_id: at.world.people.admin }])
  })

  test('users cannot delete themselves', async () => {
    const answer = await remove(at.world.people.admin)
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toEqual({ message: 'You cannot delete yourself.' })
  })

  test('of two Admins who delete each other at the same moment one remains', async () => {
    const first = at.world.people.admin
    const second = await admin('second')
    const [a, b] = await inOrder([() => remove(second.id), () => remove(first, second.token)])
    expect([a, b]).toEqual([200, 409])
    expect([await exists(first), await exists(second.id)]).toEqual([true, false])
  })

  test('an Admin who was removed while waiting cannot delete anybody, even if other Admins remain', async () => {
    const [second, third] = [await admin('removed'), await admin('spared')]
    expect(await inOrder([() => remove(second.id), () => remove(third.id, second.token)])).toEqual([200, 401])
    expect(await exists(third.id)).toBe(true)
    expect((await remove(third.id)).statusCode).toBe(200)
  })

  test('of Admins who block each other at the same moment one can still sign in', async () => {
    const first = at.world.people.admin
    const second = await admin('blocker')
    const block = (id: string, name: string, token: string) => () =>
      at.testApp.server.inject({
        method: 'POST',
        url: `/api/users/update/${id}`,
        payload: formOf('Admin', name, { passwordHash: '', isBlocked: 1 }),
        headers: { authorization: `Bearer ${token}` },
      })
    const answers = await inOrder([
      block(second.id, 'blocker', at.tokens['admin']!),
      block(first, 'first', second.token),
    ])
    expect(answers).toEqual([200, 409])
  })
})

/** Status codes of actions that all started before the first could finish; they run in this order. */
async function inOrder(actions: (() => PromiseLike<{ statusCode: number }>)[]): Promise<number[]> {
  const answers = await inTransaction(at.database.pool, async ({ db }) => {
    await lockWithAdmins(db, newId())
    const begun: PromiseLike<{ statusCode: number }>[] = []
    for (const action of actions) {
      begun.push(Promise.resolve(action()))
      await expect.poll(() => locksWaitedFor(at.database)).toBe(begun.length)
    }
    // Returned as a list of promises, so that the lock is released before they are awaited.
    return { begun }
  })
  return (await Promise.all(answers.begun)).map(({ statusCode }) => statusCode)
}

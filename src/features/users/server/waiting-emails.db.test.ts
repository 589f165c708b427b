import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { enqueueEmail, type OutgoingEmail } from '#kit/server/mail.ts'
import { formOf } from './testing.ts'

const { at, post } = setUpActionTests()

type Form = ReturnType<typeof formOf> & { id: string }

/** A user with two emails that wait: a report, and a notice to the same address. Returns what came of them. */
async function personWith(role: 'Client' | 'Analyst', name: string) {
  const form = formOf(role, name, role === 'Client' ? { company: at.world.companies.parent } : {})
  const { data } = (await post('users/create', form, 'admin')).json() as { data: { id: string } }
  const { db, pool } = at.database
  const email = { to: form.email.toUpperCase(), subject: 'About Acme', text: 'What Acme may read', kind: 'report' }
  const add = (more: Partial<OutgoingEmail>) => enqueueEmail(db, { ...email, ...more })
  const ids = [await add({}), await add({ kind: 'notice', isArchived: true })]
  const failures = async () =>
    (await pool.query('select error from mails where id = any($1) order by kind desc', [ids])).rows.map(
      ({ error }: { error: string | null }) => error,
    )
  return { form: { ...form, id: data.id } as Form, failures }
}
const update = (form: Form, more: object) => post(`users/update/${form.id}`, { ...form, ...more }, 'admin')
const withdrawn = ['Not sent: the recipient no longer has access', null]
const waiting = [null, null]

test('what waits for somebody who was blocked, deleted or moved to another company is not sent', async () => {
  const { foreign } = at.world.companies
  const cases: [role: 'Client' | 'Analyst', name: string, more: object | undefined][] = [
    ['Client', 'blocked', { isBlocked: true }],
    ['Client', 'moved', { company: foreign }],
    ['Analyst', 'demoted', { role: 'Client', company: foreign }],
    ['Analyst', 'deleted', undefined],
  ]
  for (const [role, name, more] of cases) {
    const { form, failures } = await personWith(role, `wait${name}`)
    const url = `/api/users/${form.id}`
    const headers = { authorization: `Bearer ${at.tokens['admin']!}` }
    const answer = more ? await update(form, more) : await at.testApp.server.inject({ method: 'DELETE', url, headers })
    expect([name, answer.statusCode, await failures()]).toEqual([name, 200, withdrawn])
  }
})

test('of somebody who may still read it, it waits on', async () => {
  const { form, failures } = await personWith('Analyst', 'waitpromoted')
  expect((await update(form, { role: 'Admin', firstName: 'Other' })).statusCode).toBe(200)
  expect(await failures()).toEqual(waiting)
})

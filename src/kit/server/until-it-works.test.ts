import { expect, test, vi } from 'vitest'
import { composeMessage } from './compose-message.ts'
import { untilItWorks } from './until-it-works.ts'

test('what failed is opened again by the next call; what is open is shared', async () => {
  let tries = 0
  const get = untilItWorks(async () => {
    if (++tries === 1) throw new Error('first')
    return { tries }
  })
  await expect(Promise.all([get(), get()])).rejects.toThrow('first')
  expect(tries).toBe(1)
  const [one, other] = await Promise.all([get(), get()])
  expect([one, await get()]).toEqual([{ tries: 2 }, { tries: 2 }])
  expect(other).toBe(one)
})

const composing = vi.hoisted(() => ({ fails: true }))
vi.mock('nodemailer', async (load) => {
  const { default: library } = await load<typeof import('nodemailer')>()
  const createTransport = (options: never) => {
    if (composing.fails) throw new Error('too many open files')
    return library.createTransport(options)
  }
  return { default: { createTransport } }
})

test('an email is composed although the first try to load the library failed', async () => {
  const email = { from: 'a@mail.test', to: 'b@mail.test', subject: 'Hello', text: 'Text' }
  await expect(composeMessage(email)).rejects.toThrow('too many open files')
  composing.fails = false
  expect((await composeMessage(email)).message.toString()).toContain('Subject: Hello')
})

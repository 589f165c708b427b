import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { messages } from '#features/replies/messages.ts'
import { rows, sql } from '#kit/server/db.ts'
import { answerSetup, bounce, reply, replyBase } from './testing-answers.ts'

const tests = setUpActionTests()
const { at, post } = tests
const { get, notice, put, take, answersOf, toReview, correct, isMarked } = answerSetup(tests)
const review = (id: string) => post(`enforcement/answers/${id}/review`, { belongs: true }, 'analyst')
const doubtful = async (subject: string) => (await toReview()).find((one) => one.subject === subject)

test('an address whose only bounce of that kind was none is unmarked, although its mailbox was full once', async () => {
  const { finding, email, answersTo } = await notice('takes-full@desk.test')
  put(bounce(answersTo, email.text, '4.2.2', 'delayed').replace('550 5.1.1 No such mailbox', '452 4.2.2 Mailbox full'))
  put(bounce(answersTo, email.text))
  await take()
  expect(await isMarked('takes-full@desk.test')).toBe(true)
  const [full, gone] = await answersOf(finding)
  await correct(gone.id, 'reply')
  expect(await isMarked('takes-full@desk.test')).toBe(false)
  await correct(gone.id, 'bounce')
  await correct(full.id, 'reply')
  expect(await isMarked('takes-full@desk.test'), 'another mail says so').toBe(true)
})

test('a bounce in doubt that a person confirms marks the address; a host that such a mail names is notified of', async () => {
  const { email, id } = await notice('takes-doubt@desk.test')
  const subject = 'Undelivered Mail Returned to Sender'
  put(bounce(replyBase, email.text.replaceAll(/\+[0-9a-f]{32}-[0-9a-f]{16}@/g, '@')))
  const named =
    'We only pass traffic on.\r\n\r\nHosting Provider: Roomy Hosting Ltd\r\nAbuse Contact: abuse@roomy.example\r\n'
  put(reply(replyBase, `In-Reply-To: <${id}@brandkeep.test>\r\n`, 'Our answer', named))
  await take()
  expect(await isMarked('takes-doubt@desk.test')).toBe(false)
  await review((await doubtful(subject))!.id)
  expect(await isMarked('takes-doubt@desk.test')).toBe(true)
  const jobs = () =>
    rows<{ text: string }>(at.database.db, sql`select data->>'text' as text from pgboss.job where name = 'host-named'`)
  expect(await jobs()).toEqual([])
  await review((await doubtful('Our answer'))!.id)
  expect((await jobs()).map(({ text }) => text)).toEqual([expect.stringContaining('abuse@roomy.example')])
})

test('a mail from the reported site itself waits for review: hosts pass notices on to their customers', async () => {
  const { finding, host, answersTo } = await notice('takes-host@desk.test')
  const from = (address: string) =>
    reply(answersTo, '', `From ${address}`, 'It is my shop.').replace('desk@keeper.test', address)
  put(from(`owner@mail.${host}`))
  put(from('abuse@keeper.test'))
  await take()
  expect((await answersOf(finding)).map(({ sender }: { sender: string }) => sender)).toEqual(['abuse@keeper.test'])
  expect(await doubtful(`From owner@mail.${host}`)).toMatchObject({ doubt: messages.reportedSite })
})

test('an answer in which nobody says anything is automatic', async () => {
  const { finding, answersTo } = await notice('takes-blank@desk.test')
  put(reply(answersTo, '', 'Re: Infringement notice', ' \r\n'))
  await take()
  expect((await answersOf(finding)).map(({ kind }: { kind: string }) => kind)).toEqual(['automatic'])
  expect((await get(`enforcement/visits/${finding}`)).clock).toMatchObject({ answered: null })
})

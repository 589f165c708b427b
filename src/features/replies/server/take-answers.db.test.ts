import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { mailOfReturnAddress } from '#kit/server/return-address.ts'
import { answerSetup, bounce, reply, replyBase as base } from './testing-answers.ts'

const tests = setUpActionTests()
const { at, post } = tests
const { state, secret, get, sendTo, notice, put, take, answersOf, toReview, correct, isMarked } = answerSetup(tests)
const acknowledgement = (to: string, subject: string) =>
  reply(to, 'Auto-Submitted: auto-replied\r\n', subject, 'Your report was received.')

describe('replies to a notice', () => {
  test('the email has a reply address of its own, in its envelope and as Reply-To', async () => {
    const { parsed, answersTo, id, email } = await notice()
    expect(parsed.replyTo?.[0]?.address).toBe(answersTo)
    expect(email.from).toBe(answersTo)
    expect(mailOfReturnAddress(secret(), answersTo)).toBe(id)
    expect(mailOfReturnAddress('another secret', answersTo)).toBeUndefined()
    expect(mailOfReturnAddress(secret(), answersTo.replace(/-\w{4}/, '-0000'))).toBeUndefined()
  })

  test('bounce, automatic reply and reply are shown with their notice and kind; the bounce marks the address', async () => {
    const { finding, email, answersTo, id } = await notice('takes-gone@desk.test')
    put(acknowledgement(answersTo, 'Ticket 17'))
    put(reply(answersTo, `In-Reply-To: <${id}@brandkeep.test>\r\n`))
    put(bounce(answersTo, email.text))
    await take()
    const answers = await answersOf(finding)
    expect(answers.map(({ kind, sender }: { kind: string; sender: string }) => [kind, sender])).toEqual([
      ['automatic', 'desk@keeper.test'],
      ['reply', 'desk@keeper.test'],
      ['bounce', 'MAILER-DAEMON@desk.test'],
    ])
    expect(answers[1]).toMatchObject({ subject: 'Re: Infringement notice', body: 'We suspended it.' })
    const offered = (await get('enforcement-mail-configuration/abuse-emails?registrar=Keeper')).data
    expect(offered).toContainEqual({ abuseEmailId: 'takes-gone@desk.test', bounced: true })
    expect(readdirSync(join(state.maildir, 'new'))).toEqual([])
  })

  test('a delay marks no address', async () => {
    const { email, answersTo } = await notice('takes-slow@desk.test')
    put(bounce(answersTo, email.text, '4.2.2', 'delayed'))
    await take()
    const marked = await rows(at.database.db, sql`select 1 from bounced_addresses where email = 'takes-slow@desk.test'`)
    expect(marked).toEqual([])
  })
})

describe('the type of a reply', () => {
  test('a person’s ‘user unknown’, a spam rejection and a report without the notice mark no address', async () => {
    const { finding, email, answersTo } = await notice('takes-words@desk.test')
    put(reply(answersTo, '', 'Complaint rejected: 550 5.1.1 user unknown to us'))
    put(bounce(answersTo, email.text, '5.7.1').replace('550 5.1.1 No such mailbox', '550 5.7.1 Rejected as spam'))
    put(`From: MAILER-DAEMON@desk.test\r\nTo: ${answersTo}\r\nSubject: failure notice\r\n\r\n550 5.1.1 user unknown`)
    await take()
    const answers: { kind: string }[] = await answersOf(finding)
    expect(answers.map(({ kind }) => kind)).toEqual(['reply', 'bounce', 'bounce'])
    expect(await isMarked('takes-words@desk.test')).toBe(false)
  })

  test('is corrected by staff; the mark of the address and the clock follow in both directions', async () => {
    const { finding, answersTo } = await notice('takes-typed@desk.test')
    put(acknowledgement(answersTo, '[Ticket#2026112200017] Notice'))
    await take()
    const [answer] = await answersOf(finding)
    expect(answer).toMatchObject({ kind: 'automatic', ticket: '[Ticket#2026112200017]' })
    const arrived = new Date(answer.at).toISOString()
    const moments = async () => (await get(`enforcement/visits/${finding}`)).clock
    expect(await moments()).toMatchObject({ acknowledged: arrived, answered: null })
    expect((await correct(answer.id, 'reply', 'client')).statusCode).toBe(403)
    expect((await correct(answer.id, 'letter')).statusCode).toBe(422)
    expect((await correct(newId(), 'reply')).statusCode).toBe(404)
    expect((await correct(answer.id, 'reply')).json().message).toBe('The type was changed to Reply')
    expect(await moments()).toMatchObject({ acknowledged: arrived, answered: arrived })
    await correct(answer.id, 'bounce')
    expect(await isMarked('takes-typed@desk.test')).toBe(true)
    expect(await moments()).toMatchObject({ acknowledged: null, answered: null })
    await correct(answer.id, 'automatic')
    expect(await isMarked('takes-typed@desk.test')).toBe(false)
    const jobs = await rows(at.database.db, sql`select data from pgboss.job where name = 'address-unmarked'`)
    expect(jobs).toEqual([{ data: { email: 'takes-typed@desk.test' } }])
    expect(await moments()).toMatchObject({ acknowledged: arrived, answered: null })
    expect(await answersOf(finding)).toMatchObject([{ kind: 'automatic' }])
    // The next notice to the same desk names its ticket, one to another desk does not.
    const again = async (to: string) => {
      const { id } = (await sendTo(finding, to, '2026-03-05')).json().data[0]
      const [email] = await rows<{ subject: string }>(at.database.db, sql`select subject from mails where id = ${id}`)
      return email!.subject
    }
    expect(await again('takes-typed@desk.test')).toMatch(/ \[Ticket#2026112200017\]$/)
    expect(await again('takes-else@desk.test')).not.toContain('Ticket')
  })
})

describe('mail in doubt', () => {
  test('a forged Message-ID at another address is shown for review only, and marks no address', async () => {
    const { finding, id, email } = await notice('takes-true@desk.test')
    put(bounce(base, email.text.replaceAll(/\+[0-9a-f]{32}-[0-9a-f]{16}@/g, '@')))
    put(reply(base, `References: <${id}@brandkeep.test>\r\n`, 'Forged'))
    put(
      reply(
        `notices+${id.replaceAll('-', '')}-0123456789abcdef@brandkeep.test`,
        `In-Reply-To: <${id}@x>\r\n`,
        'Guessed',
      ),
    )
    await take()
    expect(await answersOf(finding)).toEqual([])
    expect(
      await rows(at.database.db, sql`select 1 from bounced_addresses where email = 'takes-true@desk.test'`),
    ).toEqual([])
    const doubtful = (await toReview()).filter(({ notice: linkedNotice }) => linkedNotice !== null)
    expect(doubtful.map(({ subject }) => subject)).toEqual(['Undelivered Mail Returned to Sender', 'Forged', 'Guessed'])
    expect(new Set(doubtful.map(({ doubt }) => doubt)).size).toBe(1)
  })

  test('the address of one notice with the Message-ID of another, and a mail without a notice, wait for review', async () => {
    const [mine, other] = [await notice(), await notice()]
    put(reply(mine.answersTo, `In-Reply-To: <${other.id}@brandkeep.test>\r\n`, 'Crossed'))
    put(reply(base, `In-Reply-To: <${newId()}@brandkeep.test>\r\n`, 'About nothing'))
    const ticket = `[#8] ${mine.parsed.subject}`
    put(reply(base, '', ticket))
    put('\u0000\u0001 no mail at all')
    await take()
    for (const { finding } of [mine, other]) expect(await answersOf(finding)).toEqual([])
    const subjects = new Map((await toReview()).map((each) => [each.subject, each.notice === null]))
    expect([subjects.get('Crossed'), subjects.get(ticket), subjects.get('About nothing')]).toEqual([false, false, true])
    expect(subjects.has('')).toBe(true)
  })

  test('a mail is reviewed once: it belongs to its notice or is dismissed; one without a notice cannot belong', async () => {
    const { finding, id } = await notice()
    put(reply(base, `In-Reply-To: <${id}@brandkeep.test>\r\n`, 'Honest'))
    await take()
    const find = async (subject: string) => (await toReview()).find((each) => each.subject === subject)
    const honest = (await find('Honest'))!
    const decide = (answerId: string, belongs: unknown, who = 'analyst') =>
      post(`enforcement/answers/${answerId}/review`, { belongs }, who)
    expect((await decide(honest.id, true, 'client')).statusCode).toBe(403)
    expect((await decide(honest.id, 'perhaps')).statusCode).toBe(422)
    expect((await decide(honest.id, true)).json().message).toBe('The reply was added to its notice')
    expect((await decide(honest.id, true)).statusCode).toBe(404)
    expect(await answersOf(finding)).toMatchObject([{ subject: 'Honest' }])
    const lost = (await find('About nothing'))!
    expect((await decide(lost.id, true)).statusCode).toBe(409)
    expect((await decide(lost.id, false)).statusCode).toBe(200)
    expect(await find('About nothing')).toBeUndefined()
  })
})

test('a mail is processed once although the process ended before its file was moved, and two runs read it', async () => {
  const { finding, answersTo } = await notice()
  const text = reply(answersTo, '', 'Once')
  const name = put(text)
  await take()
  // As after a kill between the commit and the move.
  put(text, name)
  await Promise.all([take(), take()])
  put(text, `${name}:2,`)
  await take()
  expect(await answersOf(finding)).toHaveLength(1)
  expect(readdirSync(join(state.maildir, 'new'))).toEqual([])
  expect(readFileSync(join(state.maildir, 'cur', `${name}:2,S`), 'utf8')).toBe(text)
})

test('the real bounces of the corpus are all processed, none of them trusted', async () => {
  const folder = join(import.meta.dirname, '../../../../tests/fixtures/email/bounces/maildir/bsd')
  const files = readdirSync(folder).slice(0, 60)
  for (const file of files) writeFileSync(join(state.maildir, 'new', file), readFileSync(join(folder, file)))
  await take()
  const [counts] = await rows(
    at.database.db,
    sql`select count(*) as taken, count(doubt) as doubtful, count(enforcement_id) as matched from inbound_mails
      where name = any(${files}::text[])`,
  )
  expect(counts).toEqual({ taken: files.length, doubtful: files.length, matched: 0 })
})

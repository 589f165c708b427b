import { beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { addLine } from '#features/activity/server/queries.ts'
import { lineBounds } from '#features/activity/rules.ts'
import type { Entry, Person } from '#features/activity/contract.ts'
import { inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { domain } from '#platforms/domain.ts'
import { sendDueDigests } from './send-digests.ts'
import { findingSubject } from './subject.ts'

const { at, get, post, one, own } = setUpActionTests()
const secret = 'Zebra forty-two'

const threadOf = async (id: string, who?: string): Promise<Entry[]> =>
  (await get(`activity/finding/${id}`, who)).json().entries
const write = (id: string, text: string, more: object = {}, who?: string) =>
  post(`activity/finding/${id}`, { text, ...more }, who)
const choose = (who: string, email: string, bell = 'at-once') =>
  at.testApp.server.inject({
    method: 'PUT',
    url: '/api/activity-choices',
    payload: { email, bell },
    headers: { authorization: `Bearer ${at.tokens[who]!}` },
  })
const bellOf = async (who: string): Promise<string[]> =>
  (await get('notifications?perPage=50', who))
    .json()
    .docs.map((doc: { notificationText: string }) => doc.notificationText)
const emailsTo = (person: string) => at.testApp.emails().filter((email) => email.includes(`To: ${person}@mail.test`))

function upload(name: string, bytes: Buffer, who = 'client') {
  const edge = 'edge-of-the-part'
  const head = `--${edge}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\n\r\n`
  return at.testApp.server.inject({
    method: 'POST',
    url: '/api/activity-files',
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${edge}`, authorization: `Bearer ${at.tokens[who]!}` },
  })
}

describe('the thread of a finding', () => {
  test('client and staff write, changes stand in between, and the comment of the client is its latest line', async () => {
    const id = await one(domain, '33')
    expect((await post(`domain/${id}/update-comment`, { clientComment: 'By the comment call' })).statusCode).toBe(200)
    expect((await write(id, 'What about this one?', {}, 'analyst')).statusCode).toBe(200)
    const change = { status: '22', statusfrom: '33', platform: 'domain' }
    expect((await post(`save-bulk-data/update-infrigement-status/${id}`, change)).statusCode).toBe(200)
    expect((await write(id, 'By the thread')).json().message).toBe('Comment updated successfully.')
    const entries = await threadOf(id)
    expect(entries.map(({ kind, text, author, status }) => [kind, text || status, author?.name])).toEqual([
      ['line', 'By the thread', 'First Last'],
      ['status', { from: '33', to: '22' }, 'First Last'],
      ['line', 'What about this one?', 'First Last'],
      ['line', 'By the comment call', 'First Last'],
    ])
    const { rows } = await at.database.pool.query('select client_comment from findings where id = $1', [id])
    expect(rows).toEqual([{ client_comment: 'By the thread' }])
    expect((await get(`domain/${id}/comments`)).json().comments).toHaveLength(2)
    const { finding } = (await get(`activity/finding/${id}`)).json().subject
    expect(finding).toMatchObject({
      id,
      platform: 'domain',
      brandId: at.world.brands.own,
      reportingDate: expect.stringMatching(/^\d{4}-/),
    })
  })

  test('who changed something is not told to clients when it was staff', async () => {
    const id = await one(domain, '33')
    const change = { status: '88', statusfrom: '33', platform: 'domain' }
    await post(`save-bulk-data/update-infrigement-status/${id}`, change, 'admin')
    expect((await threadOf(id))[0]!.author).toEqual({ name: 'Brand protection team', isStaff: true })
    expect((await threadOf(id, 'analyst'))[0]!.author).toEqual({ name: 'First Last', isStaff: true })
  })

  test('pages continue where the one before ended, without a gap or a repetition', async () => {
    const id = await one(domain, '33')
    const subject = (await findingSubject(at.database.db, await adminSession(), id))!
    const userId = at.world.people.analyst
    // All at one moment: only the id orders them.
    await inTransaction(at.database.pool, async ({ db }) => {
      for (let n = 0; n < lineBounds.page + 7; n++)
        await addLine(db, subject, {
          id: newId(),
          text: `Line ${n}`,
          isInternal: false,
          mentions: [],
          files: [],
          userId,
        })
    })
    const first = (await get(`activity/finding/${id}`)).json()
    const query = new URLSearchParams(first.next)
    const second = (await get(`activity/finding/${id}?${query}`)).json()
    const texts = [...first.entries, ...second.entries].map((entry: Entry) => entry.text)
    expect([first.entries.length, second.next]).toEqual([lineBounds.page, null])
    expect(new Set(texts).size).toBe(lineBounds.page + 7)
  })

  test('outside the scope there is no thread, to read or to write', async () => {
    const id = await one(domain, '33')
    for (const who of ['foreignClient'])
      for (const answer of [
        await get(`activity/finding/${id}`, who),
        await write(id, 'Hello', {}, who),
        await get(`activity/finding/${id}/people`, who),
        await get(`activity/cluster/${id}`, who),
      ])
        expect(answer.statusCode).toBe(404)
  })
})

describe('an internal line never reaches a client', () => {
  let id: string
  beforeAll(async () => {
    id = await one(domain, '22', { clientComment: null })
    await at.database.pool.query('update users set seen = true')
    for (const who of ['client', 'analyst', 'admin']) await choose(who, 'at-once')
    await write(id, 'Said to everybody')
    await at.testApp.runJobs()
  })

  test('not by list, live channel, bell, email, daily email, export or case file', async () => {
    const address = await at.testApp.server.listen({ port: 0, host: '127.0.0.1' })
    const streams = { client: await listen(address, 'client'), analyst: await listen(address, 'analyst') }
    const clientBell = (await bellOf('client')).length
    const answer = await write(id, secret, { internal: true, mentions: [at.world.people.admin] }, 'analyst')
    expect(answer.statusCode).toBe(200)
    await write(id, 'Shared by staff', {}, 'analyst')
    await expect.poll(() => streams.analyst.text().match(/event: activity/g)?.length).toBe(2)
    await expect.poll(() => streams.client.text()).toContain('event: activity')
    expect(streams.client.text().match(/event: activity/g)).toHaveLength(1)
    await Promise.all([streams.client.end(), streams.analyst.end()])
    await at.testApp.runJobs()

    expect((await threadOf(id, 'admin')).some(({ text, isInternal }) => text === secret && isInternal)).toBe(true)
    const page = await get(`activity/finding/${id}`)
    expect(page.body).toContain('Shared by staff')
    expect(page.body).not.toContain(secret)
    const bell = await bellOf('client')
    expect(bell).toHaveLength(clientBell + 1)
    expect(bell.join()).toContain('Shared by staff')
    expect((await bellOf('admin')).join()).toContain('internal message')
    expect(emailsTo('client').join()).toContain('Shared by staff')
    expect(emailsTo('client').join()).not.toContain('internal')
    expect(emailsTo('admin').join()).toContain('wrote an internal message')
    expect(at.testApp.emails().join()).not.toContain(secret)

    expect((await get('domain/download-xls?type=csv&startDate=2018-01-01&endDate=2027-12-31')).body).not.toContain(
      secret,
    )
    const built = await post('case-files', { platform: 'domain', recordIds: [id] }, 'analyst')
    await at.testApp.runJobs()
    const zip = (await get(`case-files/${built.json().id}/download`, 'analyst')).rawPayload.toString('latin1')
    expect(zip).toContain('Said to everybody')
    expect(zip).not.toContain(secret)
  })

  test('nor may a client write one or be mentioned in one, and staff who become clients lose them', async () => {
    expect((await write(id, 'Mine', { internal: true })).statusCode).toBe(403)
    const answer = await write(id, secret, { internal: true, mentions: [at.world.people.client] }, 'analyst')
    expect(answer.json().errors).toEqual([{ mentions: 'Only staff can be mentioned in an internal message' }])
    expect((await bellOf('admin')).join()).not.toContain(secret)
  })
})

describe('mentions', () => {
  test('suggestions are those who can see the finding, at most eight; a client is offered staff of the thread only', async () => {
    const id = await one(domain, '33')
    const people = async (who: string, query = ''): Promise<Person[]> =>
      (await get(`activity/finding/${id}/people?search=${query}`, who)).json().people
    const idsFor = async (who: string, query?: string) => (await people(who, query)).map((person) => person.id)
    expect(await idsFor('analyst')).not.toContain(at.world.people.foreignClient)
    expect(await idsFor('analyst')).not.toContain(at.world.people.blocked)
    expect((await people('client')).every(({ isStaff }) => !isStaff)).toBe(true)
    await write(id, 'Here I am', {}, 'analyst')
    expect(await idsFor('client')).toContain(at.world.people.analyst)
    expect(await idsFor('client')).not.toContain(at.world.people.admin)
    expect(await idsFor('analyst', '%25')).toEqual([])
    expect((await people('analyst')).length).toBeLessThanOrEqual(8)
  })

  test('10,000 mentions, repeated ones and people out of scope', async () => {
    const id = await one(domain, '33')
    const many = await write(id, 'All', { mentions: Array.from({ length: 10_000 }, () => newId()) }, 'analyst')
    expect([many.statusCode, many.json().errors]).toEqual([
      422,
      [{ mentions: 'At most 20 people can be mentioned in one message' }],
    ])
    expect((await write(id, '@a '.repeat(10_000), {}, 'analyst')).statusCode).toBe(422)
    for (const stranger of [at.world.people.foreignClient, at.world.people.blocked, newId()])
      expect((await write(id, 'You', { mentions: [stranger] }, 'analyst')).statusCode).toBe(422)
    expect((await write(id, 'You', { mentions: [at.world.people.admin] })).statusCode).toBe(422)
    const { client } = at.world.people
    expect((await write(id, 'You', { mentions: [client, client] }, 'analyst')).statusCode).toBe(200)
    expect((await threadOf(id))[0]!.mentions).toEqual([{ id: client, name: 'First Last' }])
  })
})

describe('attachments', () => {
  test('only what this person uploaded for a message is attached; its link works for its reader only', async () => {
    const id = await one(domain, '33')
    expect((await upload('page.html', Buffer.from('<html><script>1</script></html>'))).statusCode).toBe(415)
    const stored = await upload('invoice.pdf', Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n'))
    const key = stored.json().Data[0].Key
    expect((await write(id, 'Theirs', { files: [key] }, 'analyst')).statusCode).toBe(422)
    expect((await write(id, 'Unknown', { files: ['2026/01/01/x.pdf'] })).statusCode).toBe(422)
    expect((await write(id, 'Mine', { files: [key] })).statusCode).toBe(200)
    const [file] = (await threadOf(id, 'analyst'))[0]!.files
    expect(file).toMatchObject({ name: 'invoice.pdf', isPicture: false })
    const link = file!.link.replace('/api/', '')
    expect((await get(link, 'analyst')).statusCode).toBe(200)
    expect((await get(link, 'client')).statusCode).toBe(403)
  })

  test('a person who uploads without end is stopped', async () => {
    await at.database.pool.query(
      `insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256, uploaded_by)
       select gen_random_uuid(), 'b', 'k' || n, 'activity', 'n', 't', 1, '', $1 from generate_series(1, 100) n`,
      [at.world.people.childClient],
    )
    expect((await upload('a.txt', Buffer.from('a'), 'childClient')).statusCode).toBe(429)
  })
})

describe('how a person is notified', () => {
  test('never, and once a day from eight o’clock of the business day, with what may still be seen', async () => {
    const [id, other] = await own(domain, ['33', '33'])
    await choose('analyst', 'daily')
    await choose('client', 'never', 'never')
    await choose('admin', 'never')
    await at.testApp.runJobs()
    const before = { emails: emailsTo('analyst').length, bell: (await bellOf('client')).length }
    const { analyst, client } = at.world.people
    await write(id!, 'One for the day', { mentions: [analyst] }, 'admin')
    await write(other!, 'Two for the day', { mentions: [analyst, client] }, 'admin')
    await at.testApp.runJobs()
    expect(emailsTo('analyst').length).toBe(before.emails)
    expect((await bellOf('client')).length).toBe(before.bell)
    const send = async (now: string) => {
      await sendDueDigests(at.testApp.app, { finding: findingSubject }, new Date(now))
      await at.testApp.runJobs()
      return emailsTo('analyst').length - before.emails
    }
    await at.database.pool.query('update findings set deleted_at = now() where id = $1', [other])
    expect(await send('2030-01-01T02:00:00Z')).toBe(0)
    expect(await send('2030-01-01T03:00:00Z')).toBe(1)
    expect(await send('2030-01-01T04:00:00Z')).toBe(1)
    const email = emailsTo('analyst').at(-1)!
    expect(email).toContain('One for the day')
    expect(email).not.toContain('Two for the day')
  })

  test('the bell opens the thread it speaks of, for its owner only', async () => {
    const id = await one(domain, '33')
    await choose('client', 'never', 'at-once')
    await write(id, 'For you', { mentions: [at.world.people.client] }, 'analyst')
    await at.testApp.runJobs()
    const [first] = (await get('notifications')).json().docs
    expect(first.model).toBe('Activity')
    expect((await get(`activity/notifications/${first.id}`)).json()).toEqual({ kind: 'finding', id })
    expect((await get(`activity/notifications/${first.id}`, 'analyst')).statusCode).toBe(404)
  })
})

async function adminSession() {
  return (await at.testApp.app.sessionOf(at.tokens['admin']!))!
}

/** What a person's stream of live events receives until `end`. */
async function listen(address: string, who: string) {
  const control = new AbortController()
  const response = await fetch(`${address}/api/notifications/stream`, {
    headers: { authorization: `Bearer ${at.tokens[who]!}` },
    signal: control.signal,
  })
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  const reading = (async () => {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      received += value
    }
  })().catch(() => undefined)
  await expect.poll(() => received).toContain('retry')
  return {
    text: () => received,
    end: async () => {
      control.abort()
      await reading
    },
  }
}

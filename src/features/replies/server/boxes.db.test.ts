import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { takeAnswers } from '#features/replies/contract.ts'
import { rows, sql } from '#kit/server/db.ts'
import { runAndKill } from '#kit/server/testing-killed.ts'
import { maxMailBytes } from './answer-box.ts'
import { replyHandlers } from './handlers.ts'
import { imapBox, type ImapSettings } from './imap-box.ts'
import { maildirBox } from './maildir-box.ts'
import { takeAnswersFrom } from './take-answers.ts'
import { type TestImap, testImap } from './testing-imap.ts'

const { at } = setUpActionTests()
let imap: TestImap
beforeAll(async () => {
  imap = await testImap()
})
afterAll(() => imap.close())
beforeEach(() => rows(at.database.db, sql`truncate inbound_mails, answer_box`))
afterEach(() => {
  imap.inbox.clear()
  imap.moved.length = 0
  imap.commands.length = 0
  imap.faults = {}
})

const mail = (subject: string, more = 'Hello') =>
  `From: desk@keeper.test\r\nTo: notices@host.test\r\nSubject: ${subject}\r\nContent-Type: text/plain\r\n\r\n${more}`
const take = (more: Partial<ImapSettings> = {}) =>
  takeAnswersFrom(at.testApp.app, imapBox({ ...imap.settings, ...more }))
const savedSubjects = async () =>
  (
    await rows<{ subject: string }>(at.database.db, sql`select subject from inbound_mails order by received_at, id`)
  ).map(({ subject }) => subject)

describe('a mailbox on an IMAP server', () => {
  test('each mail is processed once and moved, in order of arrival; then the mailbox is empty', async () => {
    for (const subject of ['One', 'Two', 'Three']) imap.put(mail(subject))
    await take()
    expect(await savedSubjects()).toEqual(['One', 'Two', 'Three'])
    const excerpts = await rows(at.database.db, sql`select distinct excerpt from inbound_mails`)
    expect(excerpts, 'what later letters quote').toEqual([{ excerpt: 'Hello' }])
    expect(imap.moved.map(String)).toEqual(['One', 'Two', 'Three'].map((subject) => mail(subject)))
    expect(imap.commands.filter((line) => line.startsWith('UID STORE'))).toHaveLength(3)
    await take()
    expect([imap.inbox.size, imap.moved.length, (await savedSubjects()).length]).toEqual([0, 3, 3])
  })

  test('a repeated mail, and mails renumbered after a restore, are not new', async () => {
    imap.put(mail('Again'))
    await take()
    imap.put(mail('Again'))
    await take()
    expect(await savedSubjects()).toEqual(['Again'])
    imap.faults.refusesMove = true
    imap.put(mail('Left behind'))
    await expect(take()).rejects.toThrow('cannot be moved to the folder Brandkeep')
    imap.faults.refusesMove = false
    imap.put(mail('Behind it'))
    imap.renumber()
    await take()
    expect(await savedSubjects()).toEqual(['Again', 'Left behind', 'Behind it'])
    expect(imap.inbox.size).toBe(0)
  })

  test('a connection lost in the middle of a mail stores nothing of it; the next run reads it completely', async () => {
    imap.put(mail('Whole', 'x'.repeat(100_000)))
    imap.faults.drops = true
    await expect(take()).rejects.toThrow('connection to the mail server of the reply mailbox was lost')
    expect(await savedSubjects()).toEqual([])
    await take()
    const [stored] = await rows<{ length: number }>(at.database.db, sql`select length(body) from inbound_mails`)
    expect([await savedSubjects(), stored]).toEqual([['Whole'], { length: 20_000 }])
  })

  test('a mail that the server does not return stays, is reported and blocks no others; a failed search reads nothing', async () => {
    imap.put(mail('Before'))
    imap.faults.refusesMail = imap.put(mail('Broken'))
    imap.put(mail('Behind'))
    await expect(take()).rejects.toThrow('could not deliver 1 of its emails; all others were read')
    expect([await savedSubjects(), imap.inbox.size]).toEqual([['Before', 'Behind'], 1])
    imap.faults = { refusesSearch: true }
    await expect(take()).rejects.toThrow('connection to the mail server of the reply mailbox was lost')
    imap.faults = {}
    await take()
    expect([(await savedSubjects()).toSorted(), imap.inbox.size]).toEqual([
      ['Before', 'Behind', 'Broken'].toSorted(),
      0,
    ])
  })

  test('a mail that the database refuses is recorded without its text and blocks no others; its error is thrown', async () => {
    const { db } = at.database
    await rows(db, sql`alter table inbound_mails add constraint refused check (subject <> 'Refused')`)
    try {
      for (const subject of ['One', 'Refused', 'Three']) imap.put(mail(subject))
      await expect(take()).rejects.toMatchObject({ constraint: 'refused' })
      expect(await savedSubjects()).toEqual(['One', '', 'Three'])
      expect(imap.inbox.size).toBe(0)
    } finally {
      await rows(db, sql`alter table inbound_mails drop constraint refused`)
    }
  })

  test('a mail over 20 MB is reported, not read, and later ones are read; also when the server understates its size', async () => {
    const huge = Buffer.alloc(maxMailBytes + 1, mail('Huge'))
    imap.put(huge)
    imap.put(mail('Behind'))
    await take()
    const doubts = await rows(at.database.db, sql`select doubt from inbound_mails where subject = ''`)
    expect(doubts).toEqual([{ doubt: 'It is larger than 20 MB and was not read.' }])
    expect((await savedSubjects()).toSorted()).toEqual(['', 'Behind'])
    expect(imap.commands.filter((line) => line.includes('BODY.PEEK[]<0.65536>'))).toHaveLength(1)
    imap.faults.claims = 10
    imap.put(Buffer.concat([huge, Buffer.from('more')]))
    await take()
    expect((await savedSubjects()).toSorted()).toEqual(['', '', 'Behind'])
    expect(imap.inbox.size).toBe(0)
  })

  test('one reading takes at most 200 mails; a run of the job reads on until none wait', async () => {
    for (let n = 0; n < 403; n++) imap.put(mail(`Mail ${n}`))
    await take()
    expect([imap.moved.length, imap.inbox.size]).toEqual([200, 203])
    const [handler] = replyHandlers(at.testApp.app, imapBox(imap.settings))
    await handler!.run({}, { jobId: '1' })
    expect([imap.moved.length, imap.inbox.size]).toEqual([403, 0])
  })

  test('errors have messages: password, folder, no server; no sign-in without TLS where TLS is configured', async () => {
    await expect(take({ password: 'wrong' })).rejects.toThrow('rejects the user name or password')
    await expect(take({ folder: 'Elsewhere' })).rejects.toThrow('no such folder')
    await expect(take({ port: 1 })).rejects.toThrow('cannot be reached (ECONNREFUSED)')
    imap.faults.isDown = true
    await expect(take()).rejects.toThrow('was lost')
    imap.faults = {}
    imap.commands.length = 0
    for (const security of ['tls', 'starttls'] as const)
      await expect(take({ security })).rejects.toThrow('would not be secure')
    expect(imap.commands.filter((line) => line.startsWith('LOGIN'))).toEqual([])
  })
})

test('the job reports an error once, shows it to staff while it lasts, and pauses after a rejected login', async () => {
  const run = (settings: Partial<ImapSettings>) => {
    const [handler] = replyHandlers(at.testApp.app, imapBox({ ...imap.settings, ...settings }))
    expect(handler!.job).toBe(takeAnswers)
    return () => handler!.run({}, { jobId: '1' })
  }
  const shown = async () =>
    (
      await at.testApp.server.inject({
        url: '/api/enforcement/answer-box',
        headers: { authorization: `Bearer ${at.tokens['analyst']!}` },
      })
    ).json().failing as { problem: string; since: string } | null
  expect(await shown()).toBeNull()

  const unreachable = run({ port: 1 })
  await expect(unreachable()).rejects.toThrow('cannot be reached')
  const since = (await shown())!.since
  await unreachable()
  const refused = run({ password: 'wrong' })
  await expect(refused()).rejects.toThrow('rejects')
  await refused()
  expect(await shown()).toEqual({ problem: expect.stringContaining('rejects the user name or password'), since })
  expect(imap.commands.filter((line) => line.startsWith('LOGIN'))).toHaveLength(1)

  await run({})()
  expect(await shown()).toBeNull()
})

const begin = `
const [url, target] = process.argv.slice(1)
const { openPool } = await import('#kit/server/db.ts')
const { takeAnswersFrom } = await import('#features/replies/server/take-answers.ts')
const files = { put: () => Promise.resolve() }
const app = { pool: openPool(url, { size: 2 }), files, settings: { signingSecret: 'a secret that only tests know, long enough' } }
`
/** Reads mails of a server until it is killed. */
const fromServer = `${begin}
const { imapBox } = await import('#features/replies/server/imap-box.ts')
await takeAnswersFrom(app, imapBox(JSON.parse(target)))
`
/** Stores the record of a file's mail, and stops at the point of moving the file. */
const fromFolder = `${begin}
const { maildirBox } = await import('#features/replies/server/maildir-box.ts')
await takeAnswersFrom(app, async function* () {
  for await (const mail of maildirBox(target)())
    yield { ...mail, done: () => { console.log('saved'); return new Promise((_, never) => setTimeout(never, 60_000)) } }
})
`

describe('a process killed after the record was stored and before the mail is moved', () => {
  test('a mail on an IMAP server is processed once', async () => {
    imap.put(mail('Once'))
    const moving = new Promise<void>((resolve) => {
      imap.faults.stallsMove = resolve
    })
    const child = spawn(
      process.execPath,
      ['--input-type=module', '-e', fromServer, at.database.url, JSON.stringify(imap.settings)],
      { stdio: ['ignore', 'inherit', 'inherit'] },
    )
    const ended = once(child, 'close')
    await moving
    expect([await savedSubjects(), imap.inbox.size]).toEqual([['Once'], 1])
    child.kill('SIGKILL')
    await ended
    imap.faults = {}
    await take()
    expect([await savedSubjects(), imap.inbox.size, imap.moved.length]).toEqual([['Once'], 0, 1])
  })

  test('a mail in a maildir is processed once', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'maildir-'))
    mkdirSync(join(folder, 'new'))
    writeFileSync(join(folder, 'new', '1.1.host'), mail('Once'))
    await runAndKill(at.database, { script: fromFolder, args: [folder], input: '' }, 0)
    expect([await savedSubjects(), readdirSync(join(folder, 'new'))]).toEqual([['Once'], ['1.1.host']])
    await takeAnswersFrom(at.testApp.app, maildirBox(folder))
    expect([await savedSubjects(), readdirSync(join(folder, 'new'))]).toEqual([['Once'], []])
    expect(existsSync(join(folder, 'cur', '1.1.host:2,S'))).toBe(true)
    rmSync(folder, { recursive: true })
  })

  test('an unusable folder is an error', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'maildir-')), 'file')
    writeFileSync(path, '')
    await expect(takeAnswersFrom(at.testApp.app, maildirBox(path))).rejects.toThrow(
      'The folder of the reply mailbox cannot be read (ENOTDIR).',
    )
  })
})

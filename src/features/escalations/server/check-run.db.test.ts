import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { whiteListHost } from '#features/notices/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { endEscalations } from './consume-events.ts'
import { retryAt } from './run-queries.ts'
import { escalationSetup, step, takeAfter } from './testing.ts'

const { at } = setUpActionTests()
const setup = escalationSetup(at)
const { setEscalation, findingWithNotice, finding, send, after, get, runOf, emailsOf, decide, answer, setStatus } =
  setup
const db = () => at.database.db
beforeAll(setup.open)
afterAll(setup.close)
beforeEach(setup.reset)

describe('what stops and what pauses a run', () => {
  test('success, deletion and a human reply stop it; an automatic answer and a doubtful reply do not; a complaint always does', async () => {
    const ids: string[] = []
    for (let n = 0; n < 5; n++) ids.push(await findingWithNotice())
    const [done, deleted, replied, automatic, doubted] = ids
    await after(0)
    await setStatus(done!, '55')
    await rows(db(), sql`update findings set deleted_at = now() where id = ${deleted!}`)
    const noticeOf = async (id: string) => (await runOf(id)).notice.id as string
    await answer(await noticeOf(replied!), 'reply')
    await answer(await noticeOf(automatic!), 'automatic')
    await answer(await noticeOf(doubted!), 'reply', 'It came to another address')
    await after(4)
    const emails = async (findingIds: string[]) =>
      (await Promise.all(findingIds.map(emailsOf))).map(({ length }) => length)
    expect(await emails(ids)).toEqual([1, 1, 1, 2, 2])
    expect(await runOf(done!)).toMatchObject({ state: 'stopped', reason: 'The finding is Success.' })
    expect(await runOf(replied!)).toMatchObject({
      state: 'stopped',
      reason: 'desk@keeper.test replied.',
      decidedBy: null,
    })
    // A person corrected its type: the run continues with the step that it had before.
    await rows(
      db(),
      sql`update inbound_mails set kind = 'automatic' where enforcement_id = ${await noticeOf(replied!)}`,
    )
    await after(0)
    expect(await runOf(replied!)).toMatchObject({ state: 'waiting', reason: null })
    await rows(db(), sql`update inbound_mails set kind = 'reply' where enforcement_id = ${await noticeOf(replied!)}`)
    await after(0)
    expect(await runOf(replied!)).toMatchObject({ state: 'stopped' })
    // A person confirmed that the doubtful reply belongs to the notice.
    await rows(db(), sql`update inbound_mails set doubt = null where enforcement_id = ${await noticeOf(doubted!)}`)
    await after(0)
    expect(await runOf(doubted!)).toMatchObject({ state: 'stopped' })
    await setEscalation([step('reminder', 3)], { stopsOnReply: false })
    const [goesOn, complained] = [await findingWithNotice(), await findingWithNotice()]
    await after(0)
    await answer(await noticeOf(goesOn), 'reply')
    await answer(await noticeOf(complained), 'report')
    await after(4)
    expect(await emails([goesOn, complained])).toEqual([2, 1])
    expect((await runOf(complained)).reason).toBe('desk@keeper.test complained about the notice.')
  })

  test('runs of finished findings are stopped without waiting for their step', async () => {
    const id = await findingWithNotice()
    await after(0)
    await setStatus(id, '90')
    await endEscalations(at.testApp.app)
    expect(await runOf(id)).toMatchObject({ state: 'stopped', reason: 'The finding is Self Resolved.' })
  })

  test('a run that a person resumes after an answer goes on; the next answer stops it again', async () => {
    const [refused, complained] = [await findingWithNotice(), await findingWithNotice()]
    await after(0)
    const noticeOf = async (id: string) => (await runOf(id)).notice.id as string
    await answer(await noticeOf(refused), 'reply')
    await answer(await noticeOf(complained), 'report')
    await after(0)
    for (const id of [refused, complained]) {
      expect(await runOf(id)).toMatchObject({ state: 'stopped' })
      await decide('resume', [await runOf(id)])
    }
    await after(4)
    for (const id of [refused, complained]) expect(await emailsOf(id)).toHaveLength(2)
    expect(await runOf(refused)).toMatchObject({ reason: null })
    await answer(await noticeOf(refused), 'reply')
    await after(0)
    expect(await runOf(refused)).toMatchObject({ state: 'stopped', reason: 'desk@keeper.test replied.' })
  })

  test('client review, a switch that is off, a missing requirement and the white list pause it until it is resumed', async () => {
    const pauseAndResume = async (prepare: (id: string) => Promise<unknown>, undo: () => Promise<unknown>) => {
      const id = await findingWithNotice()
      await after(0)
      await prepare(id)
      await after(4)
      const run = await runOf(id)
      expect(await emailsOf(id)).toHaveLength(1)
      await undo()
      await decide('resume', [run])
      await after(4)
      return { ...run, emails: (await emailsOf(id)).length }
    }
    const set = (statement: ReturnType<typeof sql>) => () => rows(db(), statement)
    const noop = async () => undefined
    expect(await pauseAndResume((id) => setStatus(id, '88'), noop)).toMatchObject({
      state: 'paused',
      reason: 'The finding is Client Review: the client decides first.',
      emails: 1,
    })
    expect(
      await pauseAndResume(
        set(sql`update escalations set enabled = false`),
        set(sql`update escalations set enabled = true`),
      ),
    ).toMatchObject({ reason: 'The escalation is switched off.', emails: 2 })
    expect(
      await pauseAndResume(
        set(sql`update brands set platforms = platforms - 'domain' where brand_name = 'Acme One'`),
        set(sql`update brands set platforms = platforms || '{"domain": {}}' where brand_name = 'Acme One'`),
      ),
    ).toMatchObject({ reason: 'The brand no longer has this platform.', emails: 2 })
    expect(
      await pauseAndResume(
        set(sql`update enforcement_configurations set enabled = false`),
        set(sql`update enforcement_configurations set enabled = true`),
      ),
    ).toMatchObject({ reason: 'There is no enabled enforcement configuration.', emails: 2 })
    for (const [image, reason] of [
      [null, 'Evidence image is missing'],
      ['https://img.example/login.png', expect.stringMatching(/^Evidence image is only a web address/)],
    ] as const) {
      let key: unknown
      expect(
        await pauseAndResume(
          async (id) => {
            key = (await rows<{ key: unknown }>(db(), sql`select image_key as key from findings where id = ${id}`))[0]!
              .key
            await rows(db(), sql`update findings set image = ${image}, image_key = null where id = ${id}`)
          },
          () => rows(db(), sql`update findings set image_key = ${key} where image_key is null`),
        ),
      ).toMatchObject({ reason, emails: 2 })
    }
    const { parent } = at.world.companies
    expect(
      await pauseAndResume(
        async (id) => whiteListHost(at.testApp.app, { companyId: parent, host: (await runOf(id)).address }),
        () => rows(db(), sql`delete from white_list_entries where normalised like 'fake-%'`),
      ),
    ).toMatchObject({ reason: 'The target is on the white list', emails: 2 })
  })

  test('what an Admin overrode for the first notice does not block the emails that follow, and is on their records', async () => {
    const overrideReason = 'The client insists on it today'
    const id = await finding({ image: null })
    await send(id, { overrideReason }, 'admin')
    await after(4)
    const records = (await get(`domain/${id}/enforcement`)).data
    expect(records.map(({ override }: { override: object }) => override)).toEqual([
      { reason: overrideReason, missing: ['evidence'] },
      { reason: overrideReason, missing: ['evidence'] },
    ])
  })

  test('a rejected email pauses it with the message of the server; after resuming it is sent again, once', async () => {
    await setEscalation([step('reminder', 1), step('reminder', 1)])
    const id = await findingWithNotice()
    await rows(db(), sql`update enforcements set abuse_email = 'refuses@desk.test' where finding_id = ${id}`)
    await after(2)
    await after(2)
    const run = await runOf(id)
    expect(run).toMatchObject({ state: 'paused', reason: expect.stringContaining('No such mailbox') })
    await decide('resume', [run], { email: 'takes.other@desk.test' })
    await after(2)
    await after(0)
    expect((await emailsOf(id)).map(({ to }) => to[0])).toEqual(['takes@desk.test', 'takes.other@desk.test'])
    expect(await runOf(id)).toMatchObject({ state: 'waiting' })
  })

  test('another notice sent by a person restarts it; events of an older notice change nothing', async () => {
    const id = await findingWithNotice()
    await after(4)
    const before = await runOf(id)
    const again = await send(id, { abusiveEmailId: 'takes.second@desk.test', actionTaken: 'Legal Notice Sent' })
    await after(0)
    const anew = await runOf(id)
    expect(anew).toMatchObject({ id: before.id, notice: { id: again, to: 'takes.second@desk.test' }, state: 'waiting' })
    expect(anew.events.at(-1)).toMatchObject({ what: 'began', reason: 'A new notice was sent.' })
    await rows(db(), sql`insert into escalation_inbox (enforcement_id, what) values (${before.notice.id}, 'email')`)
    await after(0)
    expect(await runOf(id)).toMatchObject({ notice: { id: again }, version: anew.version })
    await after(4)
    expect((await emailsOf(id)).at(-1)!.to).toEqual(['takes.second@desk.test'])
  })

  test('without an escalation, or with one that is off, a notice starts nothing', async () => {
    await setEscalation([step('reminder', 3)], { enabled: false })
    const off = await findingWithNotice()
    await rows(db(), sql`delete from escalations`)
    const none = await findingWithNotice()
    await after(0)
    for (const id of [off, none]) expect(await runOf(id)).toBeNull()
  })

  test('a step that fails is postponed and does not block others; after three attempts it is paused with the error', async () => {
    const [bad, good] = [await findingWithNotice(), await findingWithNotice()]
    await after(0)
    const corruptSteps = sql`update escalations set steps = jsonb_set(steps, '{0,text}', '"no list"')`
    const [saved] = await rows<{ steps: unknown }>(db(), sql`select steps from escalations limit 1`)
    await rows(db(), corruptSteps)
    await rows(db(), sql`update escalation_runs set next_at = now() + interval '90 days' where finding_id = ${good}`)
    for (let n = 0; n < 3; n++) {
      await expect(takeAfter(at.testApp.app, 4)).rejects.toThrow('1 steps or mail events failed')
      await rows(db(), sql`update escalation_runs set next_at = now() where finding_id = ${bad} and state = 'waiting'`)
    }
    expect(await runOf(bad)).toMatchObject({ state: 'paused', reason: expect.stringContaining('The step failed') })
    await rows(db(), sql`update escalations set steps = ${JSON.stringify(saved!.steps)}::jsonb`)
    await rows(db(), sql`update escalation_runs set next_at = now() where finding_id = ${good}`)
    await after(4)
    expect(await emailsOf(good)).toHaveLength(2)
  })

  test('a step that fails when somebody has just stopped its run leaves it stopped', async () => {
    const stopped = await findingWithNotice()
    await after(0)
    const [run] = await rows<{ id: string }>(
      db(),
      sql`update escalation_runs set state = 'stopped', reason = 'Settled', tries = 2 where finding_id = ${stopped} returning id`,
    )
    expect(await retryAt(db(), run!.id, new Date().toISOString())).toBeUndefined()
    expect(await runOf(stopped)).toMatchObject({ state: 'stopped', reason: 'Settled' })
  })

  test('an inbox item that fails is postponed with its error, longer each time; other items and steps continue', async () => {
    const due = await findingWithNotice()
    await after(0)
    await rows(db(), sql`create table broken_findings (id uuid)`)
    await rows(
      db(),
      sql`create function break_news() returns trigger language plpgsql as $$ begin
        if new.finding_id in (select id from broken_findings) then raise 'A defect of this finding'; end if;
        return new; end $$`,
    )
    await rows(
      db(),
      sql`create trigger breaks before insert on escalation_runs for each row execute function break_news()`,
    )
    const [bad, good] = [await findingWithNotice(), await findingWithNotice()]
    await rows(db(), sql`insert into broken_findings values (${bad})`)
    const waits = () =>
      rows<{ tries: number; problem: string; minutes: number }>(
        db(),
        sql`select tries, problem, round(extract(epoch from next_at - now()) / 60)::int as minutes
          from escalation_inbox where tries > 0`,
      )
    const failure = '1 steps or mail events failed'
    await expect(takeAfter(at.testApp.app, 4)).rejects.toThrow(failure)
    await setup.deliver()
    expect(await waits()).toEqual([{ tries: 1, problem: 'A defect of this finding', minutes: 1 }])
    expect([await emailsOf(due), await emailsOf(good)].map((emails) => emails.length)).toEqual([2, 2])
    await rows(db(), sql`update escalation_inbox set tries = 11, next_at = now() where tries > 0`)
    await expect(takeAfter(at.testApp.app, 0)).rejects.toThrow(failure)
    expect(await waits()).toMatchObject([{ tries: 12, minutes: 1440 }])
    await after(0)
    expect(await runOf(bad)).toBeNull()
    await rows(db(), sql`delete from broken_findings`)
    await rows(db(), sql`update escalation_inbox set next_at = now()`)
    await after(0)
    expect(await runOf(bad)).toMatchObject({ state: 'waiting', kind: 'reminder' })
    expect(await waits()).toEqual([])
  })
})

import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { maxWaiting } from '#features/tool-jobs/rules.ts'
import { messages } from '#features/tool-jobs/messages.ts'
import { rows, sql } from '#kit/server/db.ts'
import { setUpQuickToolTests, sheetsOf } from './testing.ts'

const { at } = setUpActionTests()
const { outside, call, done, queue, run, listed, fileOf } = setUpQuickToolTests(at)
const retry = (id: string, who = 'analyst') => call('POST', `/quick-tools/records/${id}/retry-failed`, { who })
const refusedTerm = { status: 400, body: '{"title":"Invalid Request","errors":[{"message":"bad query"}]}' }

test('the failed rows of a finished job are queued again as a job of their own, once, and have their numbers', async () => {
  outside.standIns.fail('twitter', refusedTerm)
  const mixed = await done({ report: 'twitter', urls: ['bad', 'good'] })
  expect(mixed.job).toMatchObject({ status: 'Completed', failed: 1, total: 2, isRetried: false })
  await rows(
    at.database.db,
    sql`update tool_job_rows set row = row + 10 where job_id = ${mixed.job.id} and state = 'Failed'`,
  )
  const answer = await retry(mixed.job.id)
  expect([answer.statusCode, answer.json().message]).toEqual([200, '1 failed row has been queued again'])
  const { id } = answer.json<{ id: string }>()
  expect(await listed(id, 'twitter')).toMatchObject({
    subject: 'bad (retry)',
    username: 'analyst',
    numOfRecords: 1,
    total: 1,
    status: 'Pending',
  })
  const again = await retry(mixed.job.id)
  expect([again.statusCode, again.json().message]).toEqual([409, messages.alreadyRetried])
  expect(await listed(mixed.job.id, 'twitter')).toMatchObject({ isRetried: true })
  await run()
  expect(await listed(id, 'twitter')).toMatchObject({ status: 'Completed', done: 1, failed: 0 })
  const { lines, found } = sheetsOf(await fileOf(id, 'twitter'))
  expect(lines).toEqual([{ line: 'bad', records: String(found.length), result: 'OK', row: '11' }])
  expect(found[0]).toMatchObject({ term: 'bad' })
  expect(mixed.lines[0]).not.toHaveProperty('row')
  const none = await retry(id)
  expect([none.statusCode, none.json().message]).toEqual([409, messages.noneFailed])
  const log = sql`select u.username, l.type, l.model, l.total_affected as total, l.subject, l.record_id as "recordId"
    from data_log l join users u on u.id = l.user_id where l.model = 'Tool job'`
  const subject = 'Twitter Search, bad (retry), 1 row'
  expect(await rows(at.database.db, log)).toEqual([
    { username: 'analyst', type: 'add', model: 'Tool job', total: 1, subject, recordId: id },
  ])
})

test('only its person and Admins retry a job, one that is finished and stored, and within the limit of waiting jobs', async () => {
  outside.standIns.fail('twitter', refusedTerm)
  const { job } = await done({ report: 'twitter', urls: 'bad\ngood' })
  const { id } = job
  expect((await retry(id, 'client')).statusCode).toBe(403)
  const ofAdmin = sql`update tool_jobs set user_id = ${at.world.people.admin} where id = ${id}`
  const ofAnalyst = sql`update tool_jobs set user_id = ${at.world.people.analyst} where id = ${id}`
  await rows(at.database.db, ofAdmin)
  const foreign = await retry(id)
  expect([foreign.statusCode, foreign.json().message]).toEqual([403, messages.notYours])
  await rows(at.database.db, ofAnalyst)
  expect((await retry(at.world.brands.own)).statusCode).toBe(404)
  const waiting = await queue({ report: 'twitter', urls: 'later' })
  const early = await retry(waiting)
  expect([early.statusCode, early.json().message]).toEqual([409, messages.notReady])
  for (let n = 1; n < maxWaiting; n++) await queue({ report: 'twitter', urls: `later ${n}` })
  const tooMany = await retry(id)
  expect([tooMany.statusCode, tooMany.json().message]).toEqual([429, messages.tooManyWaiting])
  await rows(at.database.db, sql`update tool_jobs set removed_at = now() where id = ${id}`)
  expect((await retry(id)).statusCode).toBe(410)
  await rows(at.database.db, sql`update tool_jobs set removed_at = null where id = ${id}`)
  const { settings } = at.testApp.app
  const { missingForTools } = settings
  Object.assign(settings, { missingForTools: { ...missingForTools, twitter: 'X_BEARER_TOKEN' } })
  expect((await retry(id, 'admin')).statusCode).toBe(422)
  Object.assign(settings, { missingForTools })
  const both = await Promise.all([retry(id, 'admin'), retry(id, 'admin')])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const of = sql`select u.username from tool_jobs j join users u on u.id = j.user_id where j.retry_of = ${id}`
  expect(await rows(at.database.db, of)).toEqual([{ username: 'admin' }])
})

import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { sampleRows } from '#features/intake/server/testing.ts'
import type { DataRecord, LogRecord } from '#features/history/contract.ts'
import type { LogModule } from '#kit/server/audit.ts'
import { platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { rows, sql } from '#kit/server/db.ts'

const { at, post, own, one, change } = setUpActionTests()

const read = async (call: string) => {
  const answer = await at.testApp.server.inject({
    url: `/api/data-log${call}`,
    headers: { authorization: `Bearer ${at.tokens['admin']!}` },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ docs: unknown[]; totalDocs: number }>()
}
const newest = async () => ({
  log: (await read('/searchLogRecord?perPage=1')) as { docs: LogRecord[]; totalDocs: number },
  data: (await read('?perPage=1')) as { docs: DataRecord[]; totalDocs: number },
})

type StatusAction = (platform: FindingPlatformDefinition) => Promise<{ statusCode: number; body: string }>
const approval = (platform: FindingPlatformDefinition, call: string, ids: string[]) =>
  post(`${platform.path}/${call}`, { recordIds: ids.map((id) => ({ id })), statusfrom: '33', status: '22' })

/** Every way in which a finding is added or its status changes, as the Admin then reads it. */
const paths: [
  what: string,
  action: StatusAction,
  logged: { module: LogModule; who: string; from: string; to: string; lines: number } | undefined,
  data: { type: string; who: string; total: number },
][] = [
  [
    'an upload',
    (platform) =>
      post(
        'save-bulk-data',
        {
          data: sampleRows(platform, 3).map((row) => ({ ...row, status: '33' })),
          company: at.world.companies.parent,
          brand: at.world.brands.own,
          platform: platform.value,
          reportingDate: '2026-03-09',
        },
        'analyst',
      ),
    { module: 'upload', who: 'analyst', from: '', to: '33', lines: 3 },
    { type: 'add', who: 'analyst', total: 3 },
  ],
  [
    'the row control',
    async (platform) => change(await one(platform, '33'), { platform: platform.value, statusfrom: '33', status: '22' }),
    { module: 'dashboard', who: 'client', from: '33', to: '22', lines: 1 },
    { type: 'update', who: 'client', total: 1 },
  ],
  [
    'a bulk approval',
    async (platform) => approval(platform, 'update-bulk-infrigement-status', await own(platform, ['33', '33'])),
    { module: 'bulk-approve', who: 'client', from: '33', to: '22', lines: 2 },
    { type: 'update', who: 'client', total: 2 },
  ],
  [
    'its undoing',
    async (platform) => {
      const ids = await own(platform, ['33', '33'])
      await approval(platform, 'update-bulk-infrigement-status', ids)
      return approval(platform, 'undo-bulk-approve', ids)
    },
    { module: 'bulk-approve', who: 'client', from: '22', to: '33', lines: 4 },
    { type: 'update', who: 'client', total: 2 },
  ],
  [
    'a comment',
    async (platform) => {
      const path = platform.path === 'ecommerce' ? 'update-client-comment' : 'update-comment'
      return post(`${platform.path}/${await one(platform, '33')}/${path}`, { clientComment: 'Seen.' })
    },
    undefined,
    { type: 'update', who: 'client', total: 1 },
  ],
]

describe.each(platforms.map((platform) => [platform.title, platform] as const))('the logs of %s', (_, platform) => {
  test.each(paths)('A-060 A-061 A-119 A-120 %s', async (_what, action, logged, data) => {
    const before = await newest()
    const answer = await action(platform)
    expect(answer.statusCode, answer.body).toBe(200)
    const after = await newest()
    expect(after.log.totalDocs - before.log.totalDocs).toBe(logged?.lines ?? 0)
    if (logged)
      expect(after.log.docs[0]).toMatchObject({
        module: logged.module,
        platform: platform.value,
        company: { id: at.world.companies.parent },
        brand: { id: at.world.brands.own },
        reqUserId: { id: at.world.people[logged.who as 'client'], username: logged.who },
        searchTerm: expect.stringMatching(/\./),
        statusFrom: logged.from,
        statusTo: logged.to,
      })
    expect(after.data.docs[0]).toMatchObject({
      type: data.type,
      model: platform.model,
      totalAffectedRecords: data.total,
      updatedBy: { id: at.world.people[data.who as 'client'], firstName: 'First', lastName: 'Last' },
    })
    expect(after.data.docs[0]!.id).not.toBe(before.data.docs[0]?.id)
  })
})

test('A-119 A-147 the data log has pages of ten, newest first, for the Admin only', async () => {
  await rows(
    at.database.db,
    sql`insert into data_log (id, at, type, model, total_affected)
        select gen_random_uuid(), now() + make_interval(secs => n), 'delete', 'Numbered', n from generate_series(1, 23) n`,
  )
  const first = (await read('')) as { docs: DataRecord[]; totalDocs: number }
  expect(first.docs.map((doc) => doc.totalAffectedRecords)).toEqual([23, 22, 21, 20, 19, 18, 17, 16, 15, 14])
  expect(first).toMatchObject({ page: 1, hasNextPage: true, nextPage: 2, pagingCounter: 1 })
  const second = (await read('?page=2')) as { docs: DataRecord[] }
  expect(second.docs[0]).toMatchObject({
    totalAffectedRecords: 13,
    updatedBy: { id: null, firstName: '', lastName: '' },
  })
  for (const who of ['client', 'analyst']) {
    const headers = { authorization: `Bearer ${at.tokens[who]!}` }
    expect((await at.testApp.server.inject({ url: '/api/data-log', headers })).statusCode).toBe(403)
  }
})

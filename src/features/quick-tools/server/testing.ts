import { read, utils } from '@e965/xlsx'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import type { SourceDeps } from '#features/quick-tools/server/source-deps.ts'
import { toolRunner } from '#features/tool-jobs/server/run-tool-job.ts'
import { type Db, rows, sql } from '#kit/server/db.ts'
import { hashPassword } from '#kit/server/passwords.ts'
import { runNextJob } from '#kit/server/run-queue.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { quickToolRunner } from './quick-tool-runner.ts'
import { openStandIns } from './testing-sources.ts'

export const masterPassword = 'Every-tool-26'

export type ListedJob = {
  id: string
  report: string
  subject: string
  files: { name: string }[]
  status: string
  numOfRecords: number
  downloadURL: string | null
  username: string
  DateCreated: string
  done: number
  failed: number
  total: number
  problem: string | null
}

type Row = Record<string, string>
/** What these tests need of the world that the app sets up. */
type TestSetUp = {
  testApp: { server: FastifyInstance; app: AppContext }
  database: { db: Db }
  tokens: Record<string, string>
  world: { people: { admin: string } }
}

/** Stand-ins for the sources, the master password, and the calls of quick tools. */
export function setUpQuickToolTests(at: TestSetUp) {
  const outside = {} as { standIns: Awaited<ReturnType<typeof openStandIns>>; deps: SourceDeps }
  const call = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    options: { body?: object; who?: string; grant?: string } = {},
  ) =>
    at.testApp.server.inject({
      method,
      url: `/api${path}`,
      headers: {
        authorization: `Bearer ${at.tokens[options.who ?? 'analyst']}`,
        ...(options.grant === undefined ? {} : { 'x-action-grant': options.grant }),
      },
      ...(options.body ? { payload: options.body } : {}),
    })
  const verify = (purpose: string, password: string, who = 'analyst') =>
    call('POST', '/queue/verify-password', { who, body: { purpose, password } })
  const request = async (body: { report: string; [field: string]: unknown }, who = 'analyst') => {
    const { grant } = (await verify(body.report, masterPassword, who)).json<{ grant: string }>()
    return call('POST', '/queue/postQueueRecord', { who, body, grant })
  }
  const queue = async (body: { report: string; [field: string]: unknown }) =>
    (await request(body)).json<{ id: string }>().id
  const run = async (deps: Partial<SourceDeps> = {}) => {
    while (await runNextJob(at.testApp.app, toolRunner(quickToolRunner({ ...outside.deps, ...deps }))));
  }
  const listed = async (id: string, report: string, who = 'analyst') =>
    (await call('GET', `/queue/getRecords?report=${report}&perPage=100`, { who }))
      .json<{ docs: ListedJob[] }>()
      .docs.find((one) => one.id === id)!
  const fileOf = async (id: string, report: string) => {
    const { downloadURL } = await listed(id, report)
    return (await at.testApp.server.inject({ url: downloadURL! })).rawPayload
  }
  /** Queues a job, runs it and returns its sheets. */
  const done = async (body: { report: string; [field: string]: unknown }, deps: Partial<SourceDeps> = {}) => {
    const id = await queue(body)
    await run(deps)
    const job = await listed(id, body.report)
    return job.status === 'Completed'
      ? { job, ...sheetsOf(await fileOf(id, body.report)) }
      : { job, header: [], found: [], lines: [], links: [] }
  }
  beforeAll(async () => {
    outside.standIns = await openStandIns()
    const { egress, settings } = outside.standIns
    const dns: SourceDeps['dns'] = {
      resolve: () => Promise.resolve({ kind: 'found', addresses: ['127.0.0.1'] }),
      serversOf: () => Promise.resolve([]),
      mailServersOf: () => Promise.resolve([]),
    }
    outside.deps = { egress, settings, dns, lookUps: undefined, pace: 0.0001 }
    await rows(
      at.database.db,
      sql`insert into action_passwords (purpose, password_hash, set_by)
        values ('master', ${await hashPassword(masterPassword)}, ${at.world.people.admin})`,
    )
  })
  afterAll(() => outside.standIns.close())
  return { outside, call, verify, request, queue, run, listed, fileOf, done }
}

/** The rows of both sheets of a result, by their header; `links` are the addresses of the hyperlinks. */
export function sheetsOf(bytes: Buffer): { header: string[]; found: Row[]; lines: Row[]; links: string[] } {
  const book = read(bytes)
  const [results, lines] = book.SheetNames.map((name) => book.Sheets[name]!)
  const cells = Object.values(results!) as { l?: { Target?: string }; f?: string }[]
  if (cells.some((cell) => typeof cell === 'object' && cell.f !== undefined)) throw new Error('The sheet has a formula')
  return {
    header: (utils.sheet_to_json<string[]>(results!, { header: 1 })[0] ?? []).map(String),
    found: utils.sheet_to_json<Row>(results!, { defval: '' }),
    lines: utils.sheet_to_json<Row>(lines!, { defval: '' }),
    links: cells.flatMap((cell) => cell.l?.Target ?? []),
  }
}

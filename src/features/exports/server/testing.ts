import type { FastifyInstance } from 'fastify'
import { beforeAll } from 'vitest'
import { addFindings } from '#features/findings/server/testing.ts'
import { rows, sql, type Db } from '#kit/server/db.ts'
import { hashPassword } from '#kit/server/passwords.ts'
import { runNextJob } from '#kit/server/run-queue.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { exportRunner } from './run-export.ts'

export const actionPassword = 'Take-it-out-26'

/** Sets the password of bulk downloads, as an Admin does on the screen. */
export async function setActionPassword(db: Db, userId: string): Promise<void> {
  await rows(
    db,
    sql`insert into action_passwords (purpose, password_hash, set_by)
      values ('bulk-download', ${await hashPassword(actionPassword)}, ${userId}) on conflict do nothing`,
  )
}

/** Runs queued downloads until none is due. */
export async function runExports(app: AppContext): Promise<void> {
  while (await runNextJob(app, exportRunner));
}

type Row = {
  id: string
  status: string
  numOfRecords: number
  done: number
  problem: string | null
  brand: string
  files: { name: string; records: number; bytes: number; sha256: string }[]
}

/** What these tests need of the world that the app sets up. */
type TestSetUp = {
  testApp: { server: FastifyInstance }
  database: { db: Db }
  tokens: Record<string, string>
  world: {
    companies: Record<'parent' | 'foreign', string>
    brands: Record<'own' | 'disabled' | 'foreign', string>
    people: { admin: string }
  }
}

/** Three e-commerce findings of May 2023, the password, and the calls of bulk downloads. */
export function setUpExportTests(at: TestSetUp) {
  const grants: Record<string, string> = {}
  const range = { startDate: '2023-05-01', endDate: '2023-05-31' }
  const call = (
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    options: { body?: object; who?: string; grant?: string } = {},
  ) =>
    at.testApp.server.inject({
      method,
      url: `/api${path}`,
      headers: {
        authorization: `Bearer ${at.tokens[options.who ?? 'analyst']!}`,
        ...(options.grant === undefined ? {} : { 'x-action-grant': options.grant }),
      },
      ...(options.body ? { payload: options.body } : {}),
    })
  const queryOf = (more: Record<string, string | string[]> = {}) => {
    const query = new URLSearchParams()
    const all = { company: at.world.companies.parent, brand: 'ALL', platform: 'e-commerce', ...range, ...more }
    for (const [name, value] of Object.entries(all)) for (const one of [value].flat()) query.append(name, one)
    return query.toString()
  }
  const grantFor = async (who: string) =>
    (
      await call('POST', '/queue/verify-password', {
        who,
        body: { purpose: 'bulk-download', password: actionPassword },
      })
    ).json<{ grant: string }>().grant
  const request = (more: object = {}, who = 'analyst') =>
    call('POST', '/queue/postQueueRecord', {
      who,
      grant: grants[who] ?? '',
      body: { company: at.world.companies.parent, brand: 'ALL', platform: 'e-commerce', ...range, ...more },
    })
  const listed = async (id: string) =>
    (await call('GET', '/queue/getRecords?perPage=100')).json<{ docs: Row[] }>().docs.find((one) => one.id === id)!
  const filesOf = async (id: string, who = 'analyst') => {
    const { files } = (await call('POST', `/queue/records/${id}/links`, { who })).json<{
      files: { name: string; url: string }[]
    }>()
    return Promise.all(
      files.map(async ({ name, url }) => ({ name, bytes: (await at.testApp.server.inject({ url })).rawPayload })),
    )
  }
  const setUp = async () => {
    await setActionPassword(at.database.db, at.world.people.admin)
    const { companies, brands } = at.world
    const parts = [
      {
        brandId: brands.own,
        reportingDate: '2023-05-03',
        status: '33',
        username: 'Seller A',
        reasonCode: '12307',
        title: '=1+1',
      },
      {
        brandId: brands.own,
        reportingDate: '2023-05-04',
        status: '00',
        username: 'Seller B',
        reasonCode: null,
        title: 'two',
      },
      {
        brandId: brands.disabled,
        reportingDate: '2023-05-05',
        status: '33',
        username: 'Seller A',
        reasonCode: null,
        title: 'three',
      },
      { brandId: brands.own, reportingDate: '2023-06-01', status: '33', username: 'Later', title: 'outside' },
    ]
    await addFindings(
      at.database.db,
      eCommerce,
      parts.map((one) => ({ companyId: companies.parent, ...one })),
    )
    await addFindings(at.database.db, eCommerce, [
      { companyId: companies.foreign, brandId: brands.foreign, reportingDate: '2023-05-03', username: 'Foreign' },
    ])
    for (const who of ['analyst', 'admin']) grants[who] = await grantFor(who)
  }
  beforeAll(setUp)
  return { range, grants, call, queryOf, grantFor, request, listed, filesOf }
}

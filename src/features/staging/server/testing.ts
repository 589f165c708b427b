import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { bearerOf, sampleRow } from '#features/intake/server/testing.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import type { Draft, DraftItem } from '#features/staging/contract-schemas.ts'

type Answer<Body> = { status: number; body: Body }
export type DraftData = { draft: Draft; changes: number; draftItems: DraftItem[] }

/** The staging calls of one person for a brand and platform; each gives the status and the parsed body. */
export function stagingCalls(
  server: FastifyInstance,
  headers: Record<string, string>,
  scope: { company: string; brand: string; platform: string },
) {
  const send = async <Body = { message: string }>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body: object = {},
  ): Promise<Answer<Body>> => {
    const answer = await server.inject({
      method,
      url: `/api/v1${path}`,
      headers,
      ...(method === 'GET' ? { query: body as Record<string, string> } : {}),
      ...(method === 'POST' ? { payload: body } : {}),
    })
    return { status: answer.statusCode, body: answer.json() as Body }
  }
  return {
    send,
    drafts: (more: object = {}) => send<Draft[]>('GET', '/fetch-drafts', { ...scope, ...more }),
    create: (more: object = {}) =>
      send<{ _id: string; fileName: string }>('POST', '/create-a-new-draft', { ...scope, ...more }),
    rows: (draftId: string, more: object = {}) => send<DraftData>('GET', `/fetch-draft-data/${draftId}`, more),
    save: (fileId: string, data: object, more: object = {}) =>
      send<{ message: string; data: DraftItem }>('POST', '/save-single-infrigement', {
        ...scope,
        fileId,
        data,
        ...more,
      }),
    update: (fileId: string, id: string, data: object, more: object = {}) =>
      send<{ message: string; data: DraftItem }>('POST', `/update-single-infrigement/${id}`, {
        ...scope,
        fileId,
        data,
        ...more,
      }),
    saveRows: (draftId: string, rows: object[], removed: object[] = []) =>
      send<{ saved: { _id: string; sn: number; version: number }[]; refused: DraftItem[] }>(
        'POST',
        `/save-draft-rows/${draftId}`,
        { ...scope, rows, removed },
      ),
    remove: (id: string) => send('DELETE', `/remove-specific-infrigement/${id}`),
    submit: (draftId: string, more: object = {}) =>
      send<{ message: string; saved: number; batch: string; duplicates: { sn: number; reason: string }[] }>(
        'POST',
        `/submit-draft/${draftId}`,
        { ...scope, ...more },
      ),
    sendBack: (draftId: string, remark: string) => send('POST', `/send-draft-back/${draftId}`, { remark }),
  }
}
export type StagingCalls = ReturnType<typeof stagingCalls>

const people = ['analyst', 'admin', 'client'] as const
type Person = (typeof people)[number]

/** What these tests need of the server and the world that the app builds. */
type App = { server: FastifyInstance; close: () => Promise<void> }
type World = {
  companies: Record<'parent', string>
  brands: Record<'own', string>
  people: Record<Person, string>
}
type Build<A extends App, W extends World> = {
  app: (database: TestDatabase) => Promise<A>
  world: (db: TestDatabase['db']) => Promise<W>
}

/** A server with its own database, and the calls of three people for the e-commerce drafts of one brand. */
export function setUpStagingTests<A extends App, W extends World>(build: Build<A, W>) {
  let serial = 0
  const at = {
    database: undefined as unknown as TestDatabase,
    world: undefined as unknown as W,
    testApp: undefined as unknown as A,
    headers: {} as Record<Person, Record<string, string>>,
    callsOf: (who: Person) => {
      const scope = { company: at.world.companies.parent, brand: at.world.brands.own, platform: 'e-commerce' }
      return stagingCalls(at.testApp.server, at.headers[who], scope)
    },
    /** The cells of a row that can be submitted and that no other has. */
    cells: (more: object = {}): Record<string, unknown> => {
      const { sn: _sn, dateAdded: _day, brand: _brand, employeeCode: _code, ...staged } = sampleRow(eCommerce, ++serial)
      return { ...staged, ...more }
    },
  }
  beforeAll(async () => {
    at.database = await testDatabase()
    at.world = await build.world(at.database.db)
    at.testApp = await build.app(at.database)
    for (const who of people) at.headers[who] = await bearerOf(at.database.db, at.world.people[who])
  })
  afterAll(async () => {
    await at.testApp.close()
    await at.database.drop()
  })
  return at
}

import type { FastifyInstance } from 'fastify'
import { makeHouse } from '#app/make-house.ts'
import { buildServer } from '#app/server.ts'
import type { House, Settings } from '#kit/server/serve.ts'
import type { TestDatabase } from '#kit/server/testing.ts'

export type TestHouse = { house: House; server: FastifyInstance; close: () => Promise<void> }

/** Every call of the API on a test's own database, to be asked with `server.inject`; answers are checked against their schema. */
export async function buildTestHouse(database: TestDatabase, settings: Partial<Settings> = {}): Promise<TestHouse> {
  const house = makeHouse({
    pool: database.pool,
    db: database.db,
    settings: { ...testSettings, ...settings },
    checkAnswers: true,
  })
  const server = await buildServer({ house, log: false })
  await server.ready()
  return { house, server, close: () => server.close() }
}

const testSettings: Settings = {
  appUrl: 'http://127.0.0.1:4000',
  productName: 'Brandkeep',
  supportAddress: 'support@brandkeep.test',
  businessZone: 'Asia/Kolkata',
  signingSecret: 'a secret that only tests know, long enough',
  demo: true,
  google: undefined,
}

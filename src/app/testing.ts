import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { createAppContext } from '#app/app-context.ts'
import { buildServer, type ServerParts } from '#app/server.ts'
import { startAppWorker } from '#app/worker.ts'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import type { BrowserService } from '#kit/server/browser/types.ts'
import { diskFiles, type FileStore } from '#kit/server/files.ts'
import { openLive } from '#kit/server/live.ts'
import { folderMail, type MailDriver } from '#kit/server/mail-out.ts'
import type { AppContext, Settings } from '#kit/server/serve.ts'
import type { TestDatabase } from '#kit/server/testing.ts'
import type { Worker } from '#kit/server/worker.ts'

export type TestApp = {
  app: AppContext
  /** Send requests with `server.inject`; responses are checked against their schema. */
  server: FastifyInstance
  /** Every mounted endpoint. */
  served: readonly Endpoint[]
  /** Runs all waiting jobs with a real worker and resolves when none is left. */
  runJobs: () => Promise<void>
  /** The raw messages sent so far, oldest first. */
  emails: () => string[]
  close: () => Promise<void>
}

type TestOptions = {
  settings?: Partial<Settings>
  driver?: MailDriver
  server?: Partial<ServerParts>
  /** Default: a temporary folder. */
  files?: FileStore
  /** Default: none, which says so. */
  browser?: BrowserService
}

/** The complete API on the test's own database, with files and mail in a temporary folder. */
export async function buildTestApp(database: TestDatabase, options: TestOptions = {}): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'brandkeep-app-'))
  const mailFolder = join(folder, 'mail')
  const live = await openLive(database.url, () => undefined)
  const app = createAppContext({
    pool: database.pool,
    db: database.db,
    settings: { ...testSettings, ...options.settings },
    files: options.files ?? diskFiles(join(folder, 'files'), 'newscrapper'),
    live,
    checkAnswers: true,
    ...(options.browser ? { browser: options.browser } : {}),
  })
  const served: Endpoint[] = []
  const server = await buildServer({
    app,
    log: false,
    onServed: (endpoint) => served.push(endpoint),
    ...options.server,
  })
  await server.ready()
  let worker: Worker | undefined

  return {
    app,
    server,
    served,
    runJobs: async () => {
      worker ??= await startAppWorker(app, {
        databaseUrl: database.url,
        driver: options.driver ?? folderMail(mailFolder),
        from: 'Brandkeep <no-reply@brandkeep.test>',
        mailsPerMinute: 6000,
        runsToolJobs: false,
        log: { info: () => undefined, error: () => undefined },
      })
      await untilIdle(database)
    },
    emails: () => {
      const names = readdirSync(folder).includes('mail') ? readdirSync(mailFolder).sort() : []
      return names.map((name) => readFileSync(join(mailFolder, name), 'utf8'))
    },
    close: async () => {
      await worker?.stop()
      // Connections that a test left open would be waited for.
      server.server.closeAllConnections()
      await server.close()
      await live.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function untilIdle(database: TestDatabase): Promise<void> {
  for (let waited = 0; waited < 30_000; waited += 20) {
    const left = await database.pool.query(
      "select 1 from pgboss.job where state in ('created', 'retry', 'active') and name not like '\\_\\_%' limit 1",
    )
    if (left.rows.length === 0) return
    await sleep(20)
  }
  throw new Error('jobs are still waiting after 30 s')
}

const testSettings: Settings = {
  appUrl: 'http://127.0.0.1:4000',
  productName: 'Brandkeep',
  productVersion: '0.0.0',
  caseFileDays: 365,
  visitDays: 400,
  supportAddress: 'support@brandkeep.test',
  requestAddress: undefined,
  businessZone: 'Asia/Kolkata',
  businessHours: { days: [1, 2, 3, 4, 5], opens: 540, closes: 1080 },
  escalationHour: 10,
  recallSeconds: 0,
  docsNeedSignIn: false,
  idleMinutes: 0,
  demoPassword: 'Demo@2026',
  signingSecret: 'a secret that only tests know, long enough',
  demo: true,
  google: undefined,
  tmch: { rootFile: undefined, crlFile: undefined },
  timeStamps: { authorities: [], rootFile: undefined },
  revisits: false,
  revisitsFrom: undefined,
  revisitsAs: 'Brandkeep',
  missingForTools: {},
  scraperPages: 2,
  trademarkFiling: false,
}

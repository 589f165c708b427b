import { type Mutation, mutationsOf } from './mutation.ts'

const database = mutationsOf('src', 'src/app/full-or-read-only.db.test.ts')
const files = mutationsOf('src', 'src/features/files/server/unread-files.db.test.ts')
const caseFiles = mutationsOf('src', 'src/features/case-files/server/request-case-file.db.test.ts')
const store = mutationsOf('src/kit/server', 'src/kit/server/s3-files.test.ts')
const durable = mutationsOf('src/kit/server', 'src/kit/server/durable-files.test.ts')
const requests = mutationsOf('src/features/sessions/server', 'src/features/sessions/server/limit-requests.db.test.ts')
const pending = mutationsOf('src/features/findings/server', 'src/features/findings/server/pending-changes.db.test.ts')
const sellers = mutationsOf('src/features/findings/server', 'src/features/charts/server/moved-brand.db.test.ts')
const slowBody = mutationsOf('src/app', 'src/app/slow-body.db.test.ts')
const opening = mutationsOf('src/app', 'src/app/open-database.db.test.ts')
const parts = mutationsOf('src/kit/web', 'tests/journeys/failing-parts.test.ts')

/** What keeps one caller from the others, and the console from losing what it acknowledged. Words of the test's title. */
export const reliability: readonly Mutation[] = [
  database('ready again', 'app/open-database.ts', 'client.release(isReadOnly)', 'client.release()'),
  database(
    'replaced after its life',
    'kit/server/db.ts',
    'maxLifetimeSeconds: options.lifeSeconds ?? lifeSeconds',
    'maxLifetimeSeconds: 0',
  ),
  files('unread are closed', 'features/files/server/send-file.ts', '  countFile(reply)\n', ''),
  files('unread are closed', 'kit/server/send-stored.ts', '  cutOffUnread(reply.raw)\n', ''),
  caseFiles('the fourth', 'features/case-files/server/request-case-file.ts', '  countDownload(reply)\n', ''),
  store(
    'keep nobody',
    's3-files.ts',
    'const { s3, downloads } = await store()',
    'const { s3, client: downloads } = await store()',
  ),
  store('507', 'errors.ts', 'error.$metadata?.httpStatusCode === 507', 'false'),
  store('503', 'errors.ts', 'status >= 500 || status === 429', 'status >= 600'),
  store('once a minute', 'share-answer.ts', 'Date.now() - latest.at >= milliseconds', 'true'),
  durable('before it is acknowledged', 'durable-files.ts', "    await flush(part, 'r+')", "    void flush(part, 'r+')"),
  durable('synced by the system', 'durable-files.ts', '    await handle.sync()\n', ''),
  requests('48 bits', 'limit-requests.ts', 'networkOf(address, 48)', 'networkOf(address, 64)'),
  pending('gives up in its time', 'counters.ts', 'Math.max(fewestFolded, Math.ceil(size / 2))', 'size'),
  sellers('whatever is folded', 'value-counters.ts', 'if (scope.brandIds === undefined) return', 'return'),
  slowBody('408', 'server.ts', '  endSlowBodies(server.server)\n', ''),
  opening('months of the logs', 'open-database.ts', 'await createLogPartitions(jobs.db)', 'await Promise.resolve()'),
  parts('a field of a form', 'FormDialog.tsx', '<PartBoundary>{children}</PartBoundary>', '{children}'),
]

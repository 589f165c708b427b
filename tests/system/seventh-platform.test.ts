import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const definition = `import { column, required } from '#columns/column.ts'
import { standardStatuses } from '#vocabulary/statuses.ts'
import { commonColumns } from './common-columns.ts'
import { definePlatform } from './platform.ts'

export const messaging = definePlatform({
  key: 'instantMessaging',
  model: 'InstantMessaging',
  table: 'findings_messaging',
  columns: {
    ...commonColumns,
    inviteLink: required(column('Invite Link', 'link', { max: 2048 })),
    service: required(column('Service', 'choice', { max: 60 })),
    channelName: column('Channel Name', 'text', { max: 500 }),
    members: column('Members', 'count'),
    lastMessage: column('Last Message', 'day', { responseName: 'lastMessageOn' }),
  },
  identity: 'inviteLink',
  imported: ['image', 'service', 'channelName', 'inviteLink', 'dateAdded', 'priority', 'status', 'reason', 'reasonCode', 'brand', 'employeeCode'],
  importedIfNamed: ['members', 'lastMessage'],
  reasonCodePosition: 9,
  listed: ['image', 'service', 'channelName', 'inviteLink', 'reportingDate', 'reasonCode', 'priority', 'status'],
  detailed: ['service', 'channelName', 'inviteLink', 'reason', 'members', 'lastMessage', 'clientComment', 'brand'],
  sortedBy: ['service', 'channelName', 'inviteLink', 'reportingDate', 'reasonCode', 'priority', 'status'],
  filteredBy: ['service', 'channel', 'inviteLink', 'reportingDate', 'priority', 'status', 'reasonCode'],
  filterAliases: { channel: 'channelName' },
  downloaded: ['service', 'channelName', 'inviteLink', 'dateAdded', 'priority', 'status', 'lastMessage'],
  statuses: standardStatuses,
  enforcedWith: [],
  abilities: ['import', 'edit', 'approve', 'comment', 'enforce', 'mail'],
  pageSizes: [10, 20, 50],
  scrolling: 'next-page',
  downloadFormats: ['csv', 'excel'],
  downloadPatience: 30,
  commentSaved: 'Comment updated successfully.',
  shownInRequests: { channelTitle: 'channelName', service: 'service' },
  pickRank: 5,
})
`
const migration = `create table findings_messaging (
  company_id uuid not null,
  finding_id uuid not null,
  invite_link text not null,
  service text not null,
  channel_name text,
  members bigint,
  last_message date,
  primary key (company_id, finding_id),
  foreign key (company_id, finding_id) references findings on delete cascade
);
`

/** What docs/guides/add-a-platform.md says: a line before, and the line to add. */
const lines: readonly [file: string, before: string, line: string][] = [
  [
    'src/vocabulary/platform-names.ts',
    "  { key: 'tmch',",
    "  { key: 'instantMessaging', value: 'instant-messaging', path: 'messaging', title: 'Messaging' },\n",
  ],
  ['src/platforms/all.ts', 'import { socialMedia }', "import { messaging } from './messaging.ts'\n"],
  ['src/platforms/all.ts', "  'app-store': appStore,", "  'instant-messaging': messaging,\n"],
]

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'brandkeep-seventh-'))
  for (const part of ['package.json', 'vitest.config.ts', 'src', 'db', 'scripts', 'tests/setup'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction')
  writeFileSync(join(folder, 'src/platforms/messaging.ts'), definition)
  writeFileSync(join(folder, 'db/migrations/9999_findings_messaging.sql'), migration)
  for (const [file, before, line] of lines) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    expect(text.split(before)).toHaveLength(2)
    writeFileSync(path, text.replace(before, line + before))
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a definition, a migration and its names are all that a seventh platform needs to pass every platform call', async () => {
  const report = await runIn(folder, ['src/app/every-platform.db.test.ts', '-t', 'Messaging'])
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const ran = tests.filter(({ status }) => status !== 'skipped' && status !== 'pending')
  const failures = ran.filter(({ status }) => status !== 'passed').map((one) => [one.fullName, ...one.failureMessages])
  expect(failures).toEqual([])
  // Every test of that file, each for this platform.
  expect(ran).toHaveLength(9)
})

type Report = {
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[]
}

/** Runs server tests in a copy of the project, on this run's PostgreSQL. */
function runIn(copy: string, files: string[]): Promise<Report> {
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs')
  const reporting = ['--reporter=json', '--outputFile=report.json']
  const { env } = process
  const own = Object.fromEntries(Object.entries(env).filter(([name]) => !/^VITEST|^TINYPOOL|^NODE_ENV$/.test(name)))
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [vitest, 'run', '--project', 'server', ...reporting, ...files],
      { cwd: copy, env: { ...own, DATABASE_URL: inject('clusterUrl') } },
      (_, stdout, stderr) => {
        try {
          resolve(JSON.parse(readFileSync(join(copy, 'report.json'), 'utf8')) as Report)
        } catch {
          reject(new Error(`the tests did not run:\n${stdout}\n${stderr}`))
        }
      },
    )
  })
}

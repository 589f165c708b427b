// `npm run torture -- --minutes 20 --seed 9`: kills, stops, locks, odd bodies and a full disk under load, on an instance and
// a data folder of its own. Prints what was done and what is wrong; exits with 1 if anything that was acknowledged is lost,
// doubled or half-stored, an email was sent twice, or the console did not behave as README.md says.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { freePort } from '#kit/server/free-port.ts'
import { testSmtp } from '#kit/server/testing-smtp.ts'
import { sendOddBodies } from './bodies.ts'
import { chanceOf } from './chance.ts'
import { runFaults } from './faults.ts'
import { verifyDownloads } from './downloads.ts'
import { fillDisks } from './full-disk.ts'
import { startLoad } from './load.ts'
import { verifyToolJobs } from './tool-jobs.ts'
import { verify } from './verify.ts'
import { openWorld } from './world.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '20' },
    seed: { type: 'string', default: '9' },
    /** Without the full disk and the odd bodies, which take about a minute. */
    short: { type: 'boolean', default: false },
  },
})
const minutes = Number(values.minutes)
const seed = Number(values.seed)
const folder = mkdtempSync(join(tmpdir(), 'brandkeep-torture-'))
// Else the database user, who is not root, would have its cluster elsewhere, and not on the small disk.
chmodSync(folder, 0o755)
const wrong: string[] = []
const skipped: string[] = []

try {
  console.log(`Torture for ${minutes} minutes with seed ${seed}`)
  await underLoad()
  if (values.short) skipped.push('full disk, odd bodies')
  else {
    const disks = await fillDisks(join(folder, 'small-disk'), await freePort())
    if (!disks) skipped.push('full disk (it needs root on Linux and the right to mount)')
    for (const [name, counts] of Object.entries(disks ?? {})) {
      const { wrong: misbehaviour, ...numbers } = counts
      report(`Full disk of ${name}`, numbers, misbehaviour)
    }
  }
} catch (problem) {
  wrong.push(problem instanceof Error ? (problem.stack ?? problem.message) : String(problem))
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (wrong.length > 0) console.log(`\n${wrong.join('\n')}`)
const verdict = wrong.length === 0 ? 'Nothing is wrong' : `${wrong.length} wrong`
console.log(`\n${verdict}${skipped.length > 0 ? `; skipped: ${skipped.join(', ')}` : ''}`)
process.exit(wrong.length === 0 ? 0 : 1)

async function underLoad(): Promise<void> {
  const smtp = await testSmtp()
  const world = await openWorld({
    dataDir: join(folder, 'data'),
    port: await freePort(),
    env: { SMTP_URL: smtp.url, SHUTDOWN_SECONDS: '10' },
    hasWorker: true,
  })
  try {
    // Chance of its own for faults, so that they come in the same order however many calls there were.
    const load = await startLoad(world, chanceOf(seed), `t${seed}`)
    const faults = await runFaults(world, chanceOf(seed + 1), Date.now() + minutes * 60_000)
    await world.recover()
    await load.stop()
    await world.recover()
    const { journal } = load
    const { wrong: misbehaviour, kills, ...times } = faults
    report('Faults', { ...kills, ...times }, misbehaviour)
    report(
      'Calls',
      {
        calls: journal.calls,
        acknowledged: journal.acknowledged,
        uploads: journal.uploads.length,
        notices: journal.notices.length,
        ...Object.fromEntries([...journal.answers].sort().map(([status, count]) => [`answered ${status}`, count])),
      },
      [...new Set(journal.defects)].map((defect) => `500: ${defect}`),
    )
    const { wrong: wrongDownloads, ...downloads } = await verifyDownloads(world, journal.downloads)
    report('Bulk downloads', downloads, wrongDownloads)
    const { wrong: wrongTools, ...toolJobs } = await verifyToolJobs(world, journal.toolJobs)
    report('Tool jobs', toolJobs, wrongTools)
    const { first, ...found } = await verify(world, journal, smtp.received)
    report('Stored', { ...found, emails: smtp.received.length }, first)
    if (!values.short) {
      const { wrong: misbehaviour, ...numbers } = await sendOddBodies(world)
      report('Odd bodies', numbers, misbehaviour)
    }
  } finally {
    await world.close()
    await smtp.close()
  }
}

function report(what: string, counts: Record<string, number>, faults: readonly string[]): void {
  const words = Object.entries(counts).map(
    ([name, count]) => `${name.replace(/[A-Z]/g, (one) => ` ${one.toLowerCase()}`)} ${count}`,
  )
  console.log(`${what}: ${words.join(', ')}`)
  wrong.push(...faults.map((fault) => `${what}: ${fault}`))
}

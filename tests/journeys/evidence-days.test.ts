import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listEvidenceDay } from '#features/case-files/contract.ts'
import { obtainStamp } from '#features/case-files/server/obtain-stamp.ts'
import { type TestAuthority, testAuthority } from '#features/case-files/server/testing-authority.ts'
import { openEgress } from '#kit/server/egress.ts'
import { query } from './dashboards.ts'
import { applyPageOptions, axeFindings, type Journey, journey, problemsOf, shot } from './harness.ts'

let authority: TestAuthority
let testApp: Journey
let page: Page
const egress = openEgress({ allowLoopback: true })
const folder = mkdtempSync(join(tmpdir(), 'brandkeep-days-'))
beforeAll(async () => {
  authority = await testAuthority('Test Stamps')
  // Nobody answers there, so that the first try fails.
  testApp = await journey({
    env: { TIME_STAMP_URLS: 'http://127.0.0.1:1/tsa', INTERNAL_SERVERS: 'http://127.0.0.1:1' },
  })
  // At 01:20 UTC the console would make a list by itself.
  await run('delete from pgboss.schedule where name = $1', [listEvidenceDay.name])
  page = await testApp.openAs('admin')
})
afterAll(async () => {
  await testApp.end()
  await authority.close()
  await egress.close()
  rmSync(folder, { recursive: true, force: true })
})

const dayBefore = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
/** Of a list from before lists were counted and signed, which the store has lost, and the day after it. */
const [oldDay, dayAfter] = [dayBefore(3), dayBefore(2)]
const old = 'a'.repeat(64)
const rows = () => page.locator('tr[data-row]')
const rowOf = (of: string) => page.locator(`tr[data-row="${of}"]`)
const run = <Row extends object>(text: string, values: unknown[] = []) => query<Row>(testApp.databaseUrl, text, values)

/** Has a list made as the nightly job does, of everything that the demo data has; returns it. */
async function makeList(): Promise<{ day: string; head: string }> {
  await run(`update files set created_at = now() - interval '36 hours'`)
  await run(`insert into evidence_days (day, head, items, list_key) values ($1, $2, 7, 'lost')`, [oldDay, old])
  await run(`select enqueue_job($1, '{}', 1, 0)`, [listEvidenceDay.name])
  const stamps = () =>
    run<{ day: string; head: string }>('select day::text, head from time_stamps where problem is not null')
  await expect.poll(async () => (await stamps()).length, { timeout: 60_000 }).toBe(1)
  return (await stamps())[0]!
}

/** The stamp that the authority owes arrives. */
async function bringStamp(head: string): Promise<void> {
  const result = await obtainStamp({ egress, roots: [] }, { authority: authority.url, head, requestedAt: new Date() })
  if (!('got' in result)) throw new Error(result.problem)
  const { token, at, signer } = result.got
  await run('update time_stamps set token = $1, stamped_at = $2, signer = $3, problem = null where head = $4', [
    Buffer.from(token),
    at,
    signer,
    head,
  ])
}

/** The command that whoever gets the list runs, with what the console publishes. */
async function verify(file: string) {
  const [keys, roots] = [join(folder, 'keys.json'), join(folder, 'roots.pem')]
  writeFileSync(keys, await (await fetch(`${testApp.url}/.well-known/case-file-keys.json`)).text())
  writeFileSync(roots, authority.rootPem)
  const command = ['scripts/run.mjs', 'verify-file', file, '--keys', keys, '--roots', roots]
  return new Promise<{ code: number; text: string }>((resolve) => {
    execFile(process.execPath, command, (problem, text) => resolve({ code: problem ? Number(problem.code) : 0, text }))
  })
}

async function downloaded(of: string): Promise<string> {
  const begun = page.waitForEvent('download', { timeout: 30_000 })
  await rowOf(of)
    .getByRole('button', { name: `Download the list of ${of}` })
    .press('Enter')
  const file = await begun
  expect(file.suggestedFilename()).toBe(`evidence-${of}.zip`)
  const path = join(folder, file.suggestedFilename())
  await file.saveAs(path)
  return path
}

async function verifyInBrowser(file: string, made: string) {
  const other = await testApp.open({ theme: 'dark', width: 375, height: 800, home: false })
  await other.goto(new URL('/verify.html', testApp.url).href)
  await other.getByText('1 public key of the issuer').waitFor()
  await other.locator('input[type=file]').setInputFiles(file)
  await expect
    .poll(() => other.locator('#result h2').textContent())
    .toMatch(/^Unaltered, made by http:\/\/127\.0\.0\.1/)
  await other.getByText(`List of evidence: ${made} (UTC)`).waitFor()
  await shot(other, 'evidence-day-verified')
  expect(await axeFindings(other)).toEqual([])
}

test('an Admin finds the daily list, sees its time stamp, and downloads what the verifier proves', async () => {
  await page.goto('/case-files')
  await page.getByRole('link', { name: 'Daily Evidence Lists' }).click()
  await page.getByRole('heading', { name: 'Daily Evidence Lists', level: 1 }).waitFor()
  await page.getByText('No daily lists yet').waitFor()
  await shot(page, 'evidence-days-empty')
  expect(await axeFindings(page)).toEqual([])

  const { day: made, head } = await makeList()
  await page.reload()
  await expect.poll(() => rows().count()).toBe(2)
  await expect.poll(() => rowOf(made).textContent()).toContain('0 of 1, waiting')
  await expect.poll(() => rowOf(oldDay).textContent()).toContain('Not counted')
  await rowOf(made).getByRole('button', { name: 'Show details' }).press('Enter')
  await page.getByText(/^Time stamp of 127\.0\.0\.1:\d+ is still to come \(1 try; /).waitFor()
  await page.getByText(`Covers everything stored from ${dayAfter} to ${made}`).waitFor()
  await page.getByText(`The list before has the code ${old}.`).waitFor()

  await bringStamp(head)
  await page.reload()
  await expect.poll(() => rowOf(made).textContent()).toContain('1 of 1')
  await rowOf(made).getByRole('button', { name: 'Show details' }).press('Enter')
  await page.getByText(head, { exact: true }).last().waitFor()
  await page.getByText(/^Time stamp of 127\.0\.0\.1:\d+: /).waitFor()
  await shot(page, 'evidence-days')
  expect(await axeFindings(page)).toEqual([])
  const file = await downloaded(made)
  expect(await verify(file)).toEqual({
    code: 0,
    text: expect.stringMatching(
      new RegExp(`^Unaltered, made by ${testApp.url}, not after 20[^]*Verification code: ${head}\n[^]*${old}`),
    ),
  })
  await verifyInBrowser(file, made)

  // Dark, on a phone.
  await applyPageOptions(page, { theme: 'dark', width: 375, height: 812 })
  await page.getByRole('button', { name: `Download the list of ${made}` }).waitFor()
  await shot(page, 'evidence-days-phone-dark')
  await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBe(375)
  expect(await axeFindings(page)).toEqual([])
  await applyPageOptions(page, { width: 1440, height: 900 })
  await page.getByRole('textbox', { name: 'Search daily evidence lists' }).fill(old.slice(0, 8))
  await page.keyboard.press('Enter')
  await expect.poll(() => rows().count()).toBe(1)
  expect(problemsOf(page)).toEqual([])

  // The list of the older day is lost, and then the server does not answer.
  await rowOf(oldDay)
    .getByRole('button', { name: `Download the list of ${oldDay}` })
    .press('Enter')
  await page.getByText('The list of this day is missing from the store. Restore it from a backup.').waitFor()
  await page.route('**/api/evidence-days?*', (route) => route.fulfill({ status: 503, json: { message: 'Busy' } }))
  await page.goto('/evidence-days')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.unroute('**/api/evidence-days?*')
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect.poll(() => rows().count()).toBe(2)
})

test('an Analyst has no link to the lists and no access', async () => {
  const analyst = await testApp.openAs('analyst')
  await analyst.goto('/case-files')
  await analyst.getByRole('heading', { name: 'Case Files', level: 1 }).waitFor()
  await analyst.getByText('No case files yet').waitFor()
  // There is nothing to page through.
  await analyst.getByText('0 records').waitFor()
  expect(await analyst.getByRole('combobox', { name: 'Records per page' }).count()).toBe(0)
  expect(await analyst.getByRole('navigation', { name: 'Pages' }).count()).toBe(0)
  expect(await analyst.getByRole('link', { name: 'Daily Evidence Lists' }).count()).toBe(0)
  await analyst.goto('/evidence-days')
  await analyst.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  expect(await analyst.getByRole('heading', { name: 'Daily Evidence Lists' }).count()).toBe(0)
})

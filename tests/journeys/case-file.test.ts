import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { strFromU8, unzipSync, zipSync } from 'fflate'
import type { Download, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeFindings, type Journey, journey, problemsOf, shot } from './harness.ts'

let testApp: Journey
let page: Page
const folder = mkdtempSync(join(tmpdir(), 'brandkeep-files-'))
beforeAll(async () => {
  testApp = await journey()
  page = await testApp.openAs('analyst')
})
afterAll(async () => {
  await testApp.end()
  rmSync(folder, { recursive: true, force: true })
})

const button = (name: string) => page.getByRole('button', { name, exact: true })
const rows = () => page.locator('tr[data-row]')
async function pick(label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).last().click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Runs an action that starts a download; returns the path of the file. */
async function downloaded(action: () => Promise<void>, name: string): Promise<string> {
  // The server makes the file first.
  const begun: Promise<Download> = page.waitForEvent('download', { timeout: 120_000 })
  await action()
  const file = await begun
  expect(file.suggestedFilename()).toMatch(/^case-file-\d{4}-\d\d-\d\d-[0-9a-f]{8}\.(zip|pdf)$/)
  const path = join(folder, name)
  await file.saveAs(path)
  return path
}

/** The command that the recipient of a case file runs. */
const verify = (...given: string[]) =>
  new Promise<{ code: number; text: string }>((resolve) => {
    execFile(process.execPath, ['scripts/run.mjs', 'verify-file', ...given], (problem, text) =>
      resolve({ code: problem ? Number(problem.code) : 0, text }),
    )
  })

/** The page for everybody: served by the console, which gives its keys, and as a file without any server. */
async function verifyInBrowser({ file, head, altered }: { file: string; head: string; altered: string }) {
  const context = await page
    .context()
    .browser()!
    .newContext({ viewport: { width: 375, height: 800 } })
  const other = await context.newPage()
  const served = await other.goto(new URL('/verify.html', page.url()).href)
  const files = other.locator('input[type=file]')
  const title = other.locator('#result h2')
  await other.getByText('1 public key of the issuer').waitFor()
  await files.setInputFiles(file)
  await expect.poll(() => title.textContent()).toMatch(/^Unaltered, made by http:\/\/127\.0\.0\.1/)
  await shot(other, 'verify-page')
  expect(await axeFindings(other)).toEqual([])
  await files.setInputFiles(altered)
  await other.getByText('findings/001/finding.json is altered').waitFor()
  await files.setInputFiles({ name: 'photos.zip', mimeType: 'application/zip', buffer: Buffer.from(zipSync({})) })
  await expect.poll(() => title.textContent()).toBe('Not a case file')
  const broken = Buffer.from('-----BEGIN CERTIFICATE-----\nQUJD\n-----END CERTIFICATE-----\n')
  await files.setInputFiles({ name: 'roots.pem', mimeType: 'application/x-pem-file', buffer: broken })
  await other.getByText('roots.pem cannot be used. Its certificate is damaged.').waitFor()
  expect(problemsOf(other)).toEqual([])
  const saved = join(folder, 'verify.html')
  writeFileSync(saved, await served!.body())
  await other.goto(`file://${saved}`)
  await files.setInputFiles(file)
  await expect.poll(() => title.textContent()).toBe('Consistent in itself, origin not proved')
  await other.getByLabel('Verification code').fill(head)
  await expect.poll(() => title.textContent()).toBe('Unaltered, the file with the given verification code')
  await context.close()
}

test('two clicks in Enforcement download the case file; the command says unaltered, or names the altered entry', async () => {
  await page.goto('/enforcement')
  await pick('Company', 'Aurevia Consumer Group')
  await pick('Brand', 'Demo Brand')
  await pick('Action Taken', 'Abuse E-mail Sent')
  await button('Fetch Data').click()
  await rows().first().waitFor()

  // One finding, from its enforcement history.
  await rows().first().getByRole('button', { name: 'Show details' }).click()
  await button('Case file').click()
  await pick('Certificate page', 'India: Bharatiya Sakshya Adhiniyam, section 63(4)')
  await shot(page, 'case-file-dialog')
  const first = await downloaded(() => button('Create case file').click(), 'one.zip')
  await page.getByText('The case file of 1 finding is ready.').waitFor()
  await shot(page, 'case-file-ready')
  expect(await axeFindings(page)).toEqual([])
  const head = (await page.getByRole('dialog').locator('code').textContent())!
  expect(await verify(first, '--head', head)).toEqual({
    code: 0,
    text: expect.stringContaining(`Verification code: ${head}`),
  })
  const unpacked = unzipSync(readFileSync(first))
  expect(Object.keys(unpacked)).toEqual(
    expect.arrayContaining(['findings/001/finding.json', 'findings/001/history.json', 'file.pdf', 'manifest.json']),
  )
  expect(strFromU8(unpacked['findings/001/history.json']!)).toContain('Abuse E-mail Sent')
  const pdf = await downloaded(() => page.getByRole('button', { name: /^PDF/ }).click(), 'one.pdf')
  expect(readFileSync(pdf).equals(Buffer.from(unpacked['file.pdf']!))).toBe(true)
  expect(readFileSync(pdf).subarray(0, 5).toString()).toBe('%PDF-')
  await page.keyboard.press('Escape')

  // A selection.
  for (const at of [0, 1, 2]) await rows().nth(at).getByRole('checkbox').click()
  const selected = page.getByRole('region', { name: 'Selected records' })
  await selected.getByRole('button', { name: 'Case file' }).click()
  const many = await downloaded(() => button('Create case file').click(), 'many.zip')
  await button('Close').last().click()
  expect(await verify(many)).toEqual({
    code: 2,
    text: expect.stringMatching(/^Consistent in itself, origin not proved[^]* findings: 3,/),
  })

  // Somebody changes one character of a finding.
  const bytes = readFileSync(many)
  bytes[bytes.indexOf('"address"') + 14]! ^= 1
  const altered = join(folder, 'altered.zip')
  writeFileSync(altered, bytes)
  expect(await verify(altered)).toEqual({ code: 1, text: 'Altered\n  findings/001/finding.json is altered\n' })
  await verifyInBrowser({ file: first, head, altered })
  // The first file is unaltered, but the code belongs to another one.
  expect((await verify(first, '--head', 'f'.repeat(64))).text).toContain('This is not the file that was issued')

  // Found again by its verification code, with the keyboard.
  await page.getByRole('main').getByRole('link', { name: 'Case Files' }).click()
  await page.getByRole('heading', { name: 'Case Files', level: 1 }).waitFor()
  await expect.poll(() => rows().count()).toBe(2)
  await page
    .getByRole('searchbox')
    .or(page.getByRole('textbox', { name: 'Search case files' }))
    .first()
    .fill(head)
  await page.keyboard.press('Enter')
  await expect.poll(() => rows().count()).toBe(1)
  // Downloaded where it is listed.
  const again = await downloaded(
    () =>
      rows()
        .first()
        .getByRole('button', { name: /^Download / })
        .click(),
    'again.zip',
  )
  expect(readFileSync(again).equals(readFileSync(first))).toBe(true)
  await rows().first().getByRole('button', { name: 'Show details' }).press('Enter')
  await page.getByText(head).waitFor()
  expect(await axeFindings(page)).toEqual([])
  const shown = await downloaded(() => page.getByRole('button', { name: /^ZIP/ }).click(), 'shown.zip')
  expect(readFileSync(shown).equals(readFileSync(first))).toBe(true)
  expect(problemsOf(page)).toEqual([])
})

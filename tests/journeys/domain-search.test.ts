import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from './dashboards.ts'
import { applyPageOptions, axeFindings, journey, type Journey, problemsOf, shot } from './harness.ts'
import { holdCall } from './hold-call.ts'
import { putSearchedDomains } from './searched-domains-steps.ts'
import { button, choose } from './upload-steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-domains-'))
const company = 'Aurevia Consumer Group'
let testApp: Journey
let page: Page
beforeAll(async () => {
  // Enough for what is found; all 2,000 names take a busy machine more than a minute.
  testApp = await journey({ env: { DOMAIN_CHECKS_PER_RUN: '100' } })
  page = await testApp.openAs('admin')
})
afterAll(async () => {
  await testApp.end()
  rmSync(folder, { recursive: true, force: true })
})

const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
const uploadFile = (name: string, bytes: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return page.getByRole('dialog').locator('input[type=file]').setInputFiles(path)
}
const card = (name: string) => page.getByRole('article', { name, exact: true })
const focused = () => page.evaluate("document.activeElement.getAttribute('aria-label')")
const cards = () => page.getByRole('article')

test('S-011 S-093 S-094 S-166 S-167 the Admin schedules new keywords in a right-side modal; the list shows what the run did', async () => {
  await page.goto('/domain-search')
  await page.getByRole('heading', { name: 'Schedule Domain Search', level: 1 }).waitFor()
  const menu = page.getByRole('navigation').first()
  await menu.getByRole('link', { name: 'Companies' }).waitFor()
  await button(page, 'Schedule new keywords').click()
  const modal = page.getByRole('dialog', { name: 'Schedule new keywords' })
  await modal.waitFor()
  const rightEdge = async () => {
    const box = await modal.boundingBox()
    return box && Math.round(box.x + box.width)
  }
  await expect.poll(rightEdge).toBe(1440)
  await choose(page, 'Company', company)
  await choose(page, 'Brand', 'Demo Brand')
  await uploadFile('keywords.csv', 'a,b')
  await modal.getByText('Please upload a txt file').waitFor()
  await uploadFile('picture.txt', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]))
  await modal.getByText('can not read uploaded txt file').waitFor()
  await uploadFile('keywords.txt', 'aurevia\naurevia bank\n')
  const keywords = modal.getByLabel('Keywords')
  await expect.poll(() => keywords.inputValue()).toBe('aurevia\naurevia bank')
  await modal.getByText('2 keywords').waitFor()
  await shot(page, 'domain-search-modal')
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Save Schedule').click()
  await alert('Schedule saved successfully.').waitFor()
  const row = page.getByRole('row').filter({ hasText: company })
  await row.first().waitFor()
  await expect
    .poll(() => page.getByRole('columnheader').allInnerTexts())
    .toEqual(expect.arrayContaining(['Sn', 'Company', 'Brand', 'Last Executed Date', 'Scheduled Date']))
  // The search asks the demo world's own small web, which has three names with this keyword.
  await row.first().click()
  const run = page
    .getByRole('region', { name: 'Runs' })
    .getByRole('row')
    .filter({ has: page.getByText('Completed', { exact: true }) })
    .last()
  // A job that does not get through in 45 seconds goes on in the next minute.
  await run.waitFor({ timeout: 120_000 })
  expect((await run.locator('td').allInnerTexts()).at(-1)).toBe('3')
  // Last executed and scheduled.
  await expect.poll(() => row.first().innerText()).toMatch(/(\d{2}\/\d{2}\/\d{4} \d{2}:\d{2}.*\s+){2}/)
  expect(
    await query(testApp.databaseUrl, "select domain from searched_domains where keyword like 'aurevia%' order by 1"),
  ).toEqual([
    { domain: 'aurevia-login.example' },
    { domain: 'aurevia-sale.example' },
    { domain: 'aureviaonline.example' },
  ])
  await page.getByRole('region', { name: 'New domain feeds' }).getByText('Certificate search').waitFor()
  await page.getByLabel('Address of one of your pages').fill('http://aurevia.example/')
  await button(page, 'Add page').click()
  await page.getByText('http://aurevia.example/').waitFor()
  const ownPage = page.getByRole('listitem').filter({ hasText: 'http://aurevia.example/' })
  await ownPage.getByText('Aurevia – official store').waitFor({ timeout: 60_000 })
  expect(await axeFindings(page)).toEqual([])
  await shot(page, 'domain-search')
  await applyPageOptions(page, { theme: 'dark' })
  await shot(page, 'domain-search-dark')
  await applyPageOptions(page, { width: 375, height: 800 })
  await shot(page, 'domain-search-phone')
  await applyPageOptions(page, {})
})

test('a keyword of a schedule is removed after a question; the only one cannot be', async () => {
  await button(page, 'Remove keyword aurevia bank').click()
  await page.getByRole('dialog', { name: 'Remove “aurevia bank”?' }).getByRole('button', { name: 'Remove' }).click()
  await alert('“aurevia bank” is no longer searched.').waitFor()
  // The list is read again after the message.
  await expect.poll(() => page.getByRole('button', { name: /^Remove keyword/ }).count()).toBe(0)
})

test('S-265 S-165 a refused schedule shows its field errors and a dialog Oops...', async () => {
  await button(page, 'Schedule new keywords').click()
  const modal = page.getByRole('dialog', { name: 'Schedule new keywords' })
  await modal.getByLabel('Keywords').fill('fine\n"quoted*"')
  await modal.getByText('Line 2 is not a keyword: "quoted*". Use 2 to 63 letters').waitFor()
  await modal.getByLabel('Keywords').fill('')
  await button(page, 'Save Schedule').click()
  const oops = page.getByRole('dialog', { name: 'Oops...' })
  await oops.getByText('Company is required').waitFor()
  await oops.getByRole('button', { name: 'OK' }).click()
  for (const text of ['Company is required', 'Brand is required', 'Keywords is required'])
    await modal.getByText(text).waitFor()
  await modal.getByRole('button', { name: 'Close', exact: true }).last().click()
})

test('several files of names are uploaded at once; one that is refused does not stop the others', async () => {
  const files = [
    { name: 'first.txt', mimeType: 'text/plain', buffer: Buffer.from('aurevia-first.example\nother.example\n') },
    { name: 'picture.txt', mimeType: 'text/plain', buffer: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13]) },
    { name: 'second.txt', mimeType: 'text/plain', buffer: Buffer.from('aurevia-second.example\n') },
  ]
  const runs = page.getByRole('region', { name: 'Runs' }).getByRole('row')
  const before = await runs.count()
  const panel = page.getByRole('region', { name: 'New domain feeds' })
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    panel.getByRole('button', { name: 'Upload files of names' }).click(),
  ])
  // They are read before the list of feeds is loaded again: their run is shown all the same.
  const release = await holdCall(page, '**/domain-search-feeds')
  await chooser.setFiles(files)
  for (const text of ['picture.txt: ', '2 files have been stored and are being read']) await alert(text).waitFor()
  await expect.poll(() => query(testApp.databaseUrl, 'select from name_feeds where file_key is not null')).toEqual([])
  release()
  for (const [name, count] of Object.entries({ 'first.txt': '2', 'second.txt': '1' })) {
    const row = panel.getByRole('row').filter({ hasText: name })
    await expect.poll(() => row.getByRole('cell').nth(3).innerText(), { timeout: 60_000 }).toBe(count)
    await expect.poll(() => row.getByRole('cell').nth(2).innerText(), { timeout: 60_000 }).toMatch(/\d\d:\d\d/)
  }
  // What they have of a brand is looked up at once, by a run more if one is running, and the list shows it.
  await expect.poll(() => runs.count(), { timeout: 60_000 }).toBeGreaterThan(before)
  const lookedUp = `select domain from domain_candidates where asked_at is not null and domain in ('aurevia-first.example', 'aurevia-second.example') order by domain`
  await expect
    .poll(() => query(testApp.databaseUrl, lookedUp), { timeout: 60_000 })
    .toEqual([{ domain: 'aurevia-first.example' }, { domain: 'aurevia-second.example' }])
  await panel.scrollIntoViewIfNeeded()
  await shot(page, 'name-files')
})

test('S-095 S-096 S-097 S-288 S-132 look-alikes are cards, searched after a second, and decided about with one key', async () => {
  const unfinished = 'select 1 from domain_runs where finished_at is null'
  await expect.poll(() => query(testApp.databaseUrl, unfinished), { timeout: 120_000 }).toEqual([])
  // Those of the run before, with the pictures of their visits still under way, would make the cards' order a chance.
  await query(testApp.databaseUrl, 'delete from searched_domains')
  await putSearchedDomains(testApp, company, [
    'aurevia-login.example',
    'aurevla.example',
    'aurevia-pay.example',
    'my-aurevia.example',
  ])
  await query(
    testApp.databaseUrl,
    `update searched_domains set is_parked = true,
       mail_servers = case when domain = 'my-aurevia.example' then '{}' else mail_servers end
     where domain in ('aurevia-pay.example', 'my-aurevia.example')`,
  )
  page = await testApp.openAs('analyst')
  await page.goto('/searched-domains')
  await card('aurevia-login.example').waitFor()
  await expect.poll(() => cards().count()).toBe(4)
  await expect.poll(() => card('aurevla.example').locator('mark').allInnerTexts()).toEqual(['l'])
  await card('aurevla.example')
    .getByText('No picture')
    .or(card('aurevla.example').getByText('Aurevia sign in'))
    .first()
    .waitFor()
  await card('aurevia-pay.example').getByText('Parked, takes mail', { exact: true }).waitFor()
  await card('my-aurevia.example').getByText('Parked', { exact: true }).waitFor()
  const [found] = await query<{ day: string }>(
    testApp.databaseUrl,
    `select to_char(created_at at time zone 'Asia/Kolkata', 'DD/MM/YYYY') as day from searched_domains where domain = 'aurevla.example'`,
  )
  await expect
    .poll(() => card('aurevla.example').locator('dd').allInnerTexts())
    .toEqual(expect.arrayContaining(['Cheap Names Ltd', company, 'Demo Brand', found!.day]))
  for (const action of ['High-priority infringement', 'Low-priority infringement', 'Ignore'])
    await button(page, `${action}: aurevla.example`).waitFor()
  await page.getByRole('button', { name: 'Search', exact: true }).waitFor()
  for (const name of ['Company', 'Brand', 'Date']) await page.getByLabel(name, { exact: true }).first().waitFor()
  expect(await axeFindings(page)).toEqual([])
  await shot(page, 'searched-domains')
  await applyPageOptions(page, { theme: 'dark' })
  await shot(page, 'searched-domains-dark')
  await applyPageOptions(page, { width: 375, height: 800 })
  await shot(page, 'searched-domains-phone')
  await applyPageOptions(page, {})

  const began = performance.now()
  await page.getByLabel('Search domains').fill('pay')
  await expect.poll(() => cards().count(), { interval: 50 }).toBe(1)
  expect(performance.now() - began).toBeGreaterThan(950)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect.poll(() => cards().count()).toBe(4)

  await page.getByText('List', { exact: true }).click()
  await page.getByRole('columnheader', { name: 'Domain' }).waitFor()
  await expect
    .poll(() => page.getByRole('columnheader').allInnerTexts())
    .toEqual(expect.arrayContaining(['Sn', 'Company', 'Brand', 'Domain', 'Date']))
  const row = page.getByRole('row', { name: 'aurevia-login.example' })
  await expect
    .poll(async () => (await row.getByRole('cell').allInnerTexts()).slice(1, 6))
    .toEqual(['1', company, 'Demo Brand', 'aurevia-login.example', found!.day])
  await row.getByRole('button', { name: 'Open aurevia-login.example in a new tab' }).waitFor()
  await shot(page, 'searched-domains-list')
  await page.getByText('Grid', { exact: true }).click()
  await card('aurevia-login.example').waitFor()

  await page.locator('body').click({ position: { x: 2, y: 2 } })
  await page.keyboard.press('ArrowRight')
  await expect.poll(focused).toBe('aurevia-login.example')
  await page.keyboard.press('h')
  await alert('The domain was saved as a finding.').waitFor()
  await expect.poll(focused).toBe('aurevla.example')
  await page.keyboard.press('i')
  await alert('The domain will not be shown again.').waitFor()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('x')
  await page.getByText('2 domains selected').waitFor()
  await page.keyboard.press('l')
  await alert('2 domains were saved as findings.').waitFor()
  await page.getByText('No look-alikes to decide on').waitFor()
  const made = await query<{ domain: string; priority: string }>(
    testApp.databaseUrl,
    `select d.domain, f.priority from findings f join findings_domain d on d.company_id = f.company_id and d.finding_id = f.id
     where d.domain like '%aurev%.example' and f.reason_code = '12307' and f.status = '33' and f.reporting_date >= current_date - 1
     order by 1`,
  )
  expect(made.filter(({ domain }) => /login|pay|my-/.test(domain))).toEqual([
    { domain: 'aurevia-login.example', priority: 'High' },
    { domain: 'aurevia-pay.example', priority: 'Low' },
    { domain: 'my-aurevia.example', priority: 'Low' },
  ])
  expect(problemsOf(page)).toEqual([])
})

test('the arrows move among the cards, Enter enlarges a picture, Esc closes it and then clears the selection', async () => {
  await query(testApp.databaseUrl, 'delete from searched_domains')
  const names = ['gift', 'hub', 'jobs', 'kit', 'list'].map((word) => `aurevia-${word}.example`)
  await putSearchedDomains(testApp, company, names)
  page = await testApp.openAs('analyst', { width: 1000, height: 900 })
  await page.goto('/searched-domains')
  await expect.poll(() => cards().count()).toBe(5)
  const tops = await cards().evaluateAll((all) => all.map((one) => (one as unknown as { offsetTop: number }).offsetTop))
  const perLine = tops.filter((top) => top === tops[0]).length
  expect(perLine).toBeGreaterThan(1)
  expect(perLine).toBeLessThan(5)
  await page.locator('body').click({ position: { x: 2, y: 2 } })
  for (const [key, at] of [
    ['ArrowDown', 0],
    ['ArrowDown', perLine],
    ['ArrowUp', 0],
    ['ArrowRight', 1],
    ['ArrowLeft', 0],
    ['ArrowLeft', 0],
  ] as const) {
    await page.keyboard.press(key)
    await expect.poll(focused, { message: `${key} to ${at}` }).toBe(names[at])
  }
  const selected = page.getByText('1 domain selected')
  await page.keyboard.press('x')
  await selected.waitFor()
  await page.keyboard.press('Enter')
  const picture = page.getByRole('dialog').getByRole('img', { name: names[0]! })
  await picture.waitFor()
  await page.keyboard.press('Escape')
  await picture.waitFor({ state: 'detached' })
  await selected.waitFor()
  await expect.poll(focused).toBe(names[0])
  // A card without a picture has nothing to enlarge, and the arrows stay those of the cards.
  await page.keyboard.press('ArrowRight')
  await expect.poll(focused).toBe(names[1])
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  await expect.poll(focused).toBe(names[2])
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.keyboard.press('Escape')
  await selected.waitFor({ state: 'detached' })
  expect(problemsOf(page)).toEqual([])
})

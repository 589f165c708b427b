import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from './dashboards.ts'
import { axeFindings, journey, type Journey, problemsOf, shot, visibleDuration } from './harness.ts'
import { closeAlert } from './sign-in-steps.ts'
import { button, choose } from './upload-steps.ts'

const folder = mkdtempSync(join(tmpdir(), 'brandkeep-duplicates-'))
const company = 'Aurevia Consumer Group'
let testApp: Journey
let page: Page
beforeAll(async () => {
  testApp = await journey()
  page = await testApp.openAs('analyst')
  await page.goto('/check-duplicate')
})
afterAll(async () => {
  await testApp.end()
  rmSync(folder, { recursive: true, force: true })
})

const content = () => page.getByLabel('Paste .txt Content')
const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
const panel = (name: string) => page.getByRole('region', { name })
/** Waits for the mark of a field, which lasts 4 s, as its alert lasts 5 s: both are waited for at once. */
const isSeenInvalid = (input: Locator) => input.and(page.locator('[aria-invalid=true]')).waitFor()
const uploadTxt = (name: string, bytes: string | Buffer) => {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return page.locator('input[type=file]').setInputFiles(path)
}

test('S-083 the form has its fields; only E-commerce can be chosen', async () => {
  await page.getByRole('heading', { name: 'Duplicate Check', level: 1 }).waitFor()
  for (const name of ['Company', 'Brand', 'Platform'])
    await expect.poll(() => page.getByRole('combobox', { name }).count(), { message: name }).toBe(1)
  await button(page, 'Upload .txt').waitFor()
  await page.getByRole('combobox', { name: 'Platform' }).click()
  const options = page.getByRole('option')
  await options.nth(0).waitFor()
  const enabled = await options.evaluateAll((all) =>
    all.filter((one) => !one.hasAttribute('data-combobox-disabled')).map((one) => one.textContent),
  )
  expect(enabled).toEqual(['E-commerce'])
  await page.keyboard.press('Escape')
})

test('S-186 S-187 S-188 S-189 company, content and platform are required, in this order; marks vanish after 4 seconds', async () => {
  const field = page.getByRole('combobox', { name: 'Company' })
  const isMarked = async () => (await field.getAttribute('aria-invalid')) === 'true'
  const duration = await visibleDuration(page, {
    action: () => button(page, 'Check Duplicate').click(),
    shown: async () => (await isMarked()) && (await alert('Please select a company.').isVisible()),
    isOver: async () => !(await isMarked()),
  })
  expect(duration).toBeGreaterThan(3_800)
  expect(duration).toBeLessThan(4_300)
  await choose(page, 'Company', company)
  await button(page, 'Check Duplicate').click()
  await Promise.all([alert('Please paste valid .txt content.').waitFor(), isSeenInvalid(content())])
  await content().fill('https://nowhere.example/1')
  await button(page, 'Check Duplicate').click()
  const platform = page.getByRole('combobox', { name: 'Platform' })
  await Promise.all([alert('Please select a platform.').waitFor(), isSeenInvalid(platform)])
})

test('a picture named .txt and another kind of file are refused; UTF-16 and mixed line ends are read', async () => {
  await uploadTxt('picture.txt', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13]))
  await closeAlert(page, 'Please upload a valid .txt file.')
  await uploadTxt('sheet.csv', 'https://a.example/1')
  await alert('Please upload a valid .txt file.').waitFor()
  await expect.poll(() => content().inputValue()).toBe('https://nowhere.example/1')
  await uploadTxt('utf16.txt', Buffer.from('\ufeffhttps://one.example/1\r\nhttps://two.example/2', 'utf16le'))
  await expect.poll(() => content().inputValue()).toBe('https://one.example/1\nhttps://two.example/2')
  await uploadTxt(
    'mixed.txt',
    Buffer.from('https://a.example/1\r\n\r\nhttps://b.example/2\rhttps://c.example/3\n', 'utf16le'),
  )
  await choose(page, 'Platform', 'E-commerce')
  await button(page, 'Check Duplicate').click()
  await panel('No Duplicate URLs').getByText('3 lines').waitFor()

  // What is in the field is not replaced by nothing.
  await uploadTxt('empty.txt', '\n')
  await alert('empty.txt is empty.').waitFor()
  await expect.poll(() => content().inputValue()).toContain('https://c.example/3')
  // A browser reports the same file once only, unless the input was emptied.
  await expect.poll(() => page.locator('input[type=file]').inputValue()).toBe('')
})

test('a file dropped beside the fields is not opened by the browser; text is dropped as ever', async () => {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const opens = (what: 'a file' | 'text') =>
    page.evaluate(`(() => {
      const dataTransfer = new DataTransfer()
      if (${what === 'a file'}) dataTransfer.items.add(new File(['x'], 'dropped.txt'))
      else dataTransfer.setData('text/plain', 'x')
      const fire = (name) =>
        document.querySelector('h1').dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer }))
      return [fire('dragover'), fire('drop')]
    })()`)
  expect(await opens('a file')).toEqual([false, false])
  expect(await opens('text')).toEqual([true, true])
})

test('S-084 stored and repeated addresses are listed with count, finding and reason; both panels copy and download', async () => {
  const found = await query<{ url: string }>(
    testApp.databaseUrl,
    `select d.url from findings_e_commerce d join findings f on f.company_id = d.company_id and f.id = d.finding_id
     join companies c on c.id = f.company_id where c.name = $1 and f.deleted_at is null and d.url ~ '^https://www[.][^?#]+[^/]$'
     order by d.url limit 2`,
    [company],
  )
  const stored = found.map(({ url }) => url)
  // Spelled in another way than it is stored.
  const pasted = [`${stored[0]!.replace('www.', '')}/`, stored[1]!]
  await choose(page, 'Platform', 'E-commerce')
  const fresh = ['https://fresh.example/1', 'https://fresh.example/2']
  await content().fill([...pasted, ...fresh, 'http://www.fresh.example/1/'].join('\n'))
  await button(page, 'Check Duplicate').click()
  await panel('No Duplicate URLs').getByText('https://fresh.example/2').waitFor()
  await panel('No Duplicate URLs').getByText('2 lines').waitFor()
  const duplicates = panel('Duplicate URLs').last()
  await duplicates.getByText('3 lines').waitFor()
  // As it is read on the screen, too.
  expect(await panel('No Duplicate URLs').getByText('2 lines').innerText()).toBe('2 lines')
  expect(await duplicates.getByText('3 lines').innerText()).toBe('3 lines')
  await duplicates.getByText('Repeats line 3').waitFor()
  const compared = stored[0]!.replace('https://www.', '')
  await duplicates.getByText(`Compared as ${compared}`).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await shot(page, 'duplicate-check')

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await duplicates.getByRole('button', { name: 'Copy' }).click()
  await alert('3 lines copied.').waitFor()
  const copied = () => page.evaluate('navigator.clipboard.readText()')
  await expect.poll(copied).toBe([...pasted, 'http://www.fresh.example/1/'].join('\n'))
  await panel('No Duplicate URLs').getByRole('button', { name: 'Copy' }).click()
  await alert('2 lines copied.').waitFor()
  await expect.poll(copied).toBe(fresh.join('\n'))
  for (const [one, lines] of [
    [panel('No Duplicate URLs'), fresh],
    [duplicates, [...pasted, 'http://www.fresh.example/1/']],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      one.getByRole('button', { name: 'Download .txt' }).click(),
    ])
    expect(readFileSync(await download.path(), 'utf8')).toBe(`${lines.join('\n')}\n`)
  }

  const link = duplicates.getByRole('link', { name: 'Open finding' })
  await expect.poll(() => link.count()).toBe(2)
  await link.nth(0).click()
  await page.getByRole('heading', { name: 'Enforcement', level: 1 }).waitFor()
  await page.getByText(compared).nth(0).waitFor()
  await page.goBack()
})

test('the unique addresses open in Upload Data, once a brand is chosen', async () => {
  await page.goto('/check-duplicate')
  await choose(page, 'Company', company)
  await choose(page, 'Brand', 'Demo Brand')
  await choose(page, 'Platform', 'E-commerce')
  await content().fill('https://fresh.example/1\nno address\nhttps://fresh.example/2')
  await button(page, 'Check Duplicate').click()
  await panel('No Duplicate URLs').getByText('Not a web address').waitFor()
  await button(page, 'Upload the unique ones').click()
  await page.getByRole('heading', { name: 'Upload Data' }).waitFor()
  await page.getByText('2 rows added.').waitFor()
  await page.getByRole('gridcell', { name: 'https://fresh.example/2' }).waitFor()
})

test('G92 20,001 lines and a line of 10 MB, pasted or in a file, are refused in words; 20,000 lines are checked', async () => {
  await page.goto('/check-duplicate')
  await choose(page, 'Company', company)
  await choose(page, 'Platform', 'E-commerce')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const paste = async (script: string) => {
    await page.evaluate(`navigator.clipboard.writeText(${script})`)
    await content().click()
    await page.keyboard.press('ControlOrMeta+V')
  }
  const isRefused = async (message: string) => {
    await Promise.all([alert(message).waitFor(), isSeenInvalid(content())])
    // It may go by itself meanwhile.
    await page.evaluate(`document.querySelector('[role=alert] button')?.click()`)
    await alert(message).waitFor({ state: 'detached' })
    expect(await content().inputValue()).toBe('')
  }
  const linesTo = (n: number) => `Array.from({ length: ${n} }, (_, n) => 'https://fresh.example/' + n).join('\\n')`
  await paste(linesTo(20_001))
  await isRefused('Content must be between 1 and 20,000 lines')
  await paste("'https://fresh.example/1\\n' + 'x'.repeat(10_000_000)")
  await isRefused('Line 2 is longer than 2,048 characters')
  await uploadTxt('many.txt', 'https://fresh.example/1\r\n'.repeat(20_001))
  await isRefused('Content must be between 1 and 20,000 lines')
  await uploadTxt('long.txt', 'x'.repeat(10_000_000))
  await isRefused('Line 1 is longer than 2,048 characters')
  await paste(linesTo(20_000))
  await page.getByText('20,000 lines', { exact: true }).waitFor()
  await button(page, 'Check Duplicate').click()
  await panel('No Duplicate URLs').getByText('20,000 lines').waitFor()
  // One more, by hand: nothing is sent.
  await content().press('ControlOrMeta+End')
  await page.keyboard.insertText('\nhttps://fresh.example/more')
  await page.getByText('Content must be between 1 and 20,000 lines').waitFor()
  await shot(page, 'duplicate-check-refused')
  let sent = 0
  page.on('request', (request) => (sent += Number(request.url().includes('/duplicate-check'))))
  await button(page, 'Check Duplicate').click()
  await alert('Content must be between 1 and 20,000 lines').waitFor()
  expect(sent).toBe(0)
})

test('S-282 a failure shows the error message', async () => {
  await page.goto('/check-duplicate')
  await choose(page, 'Company', company)
  await choose(page, 'Platform', 'E-commerce')
  await content().fill('https://fresh.example/1')
  await page.route('**/services/duplicate-check', (route) =>
    route.fulfill({ status: 503, json: { message: 'The server is busy. Try again in a moment.' } }),
  )
  await button(page, 'Check Duplicate').click()
  await alert('The server is busy. Try again in a moment.').waitFor()
  expect(problemsOf(page)).toEqual([])
})

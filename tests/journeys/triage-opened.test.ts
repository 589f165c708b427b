import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard, platformNamed, query, wide } from './dashboards.ts'
import { type Journey, journey, problemsOf, releasePage, shot } from './harness.ts'
import { beside, enforcementSettled, freshRow, idsOf, isFocused, openEnforcement, peeked } from './triage-steps.ts'
import { pick } from './enforcing.ts'
import { button } from './upload-steps.ts'
import { truncate } from '#vocabulary/truncate.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const website = platformNamed('website')
const socialMedia = platformNamed('social-media')
const statusOf = async (id: string) =>
  (await query<{ status: string }>(testApp.databaseUrl, 'select status from findings where id = $1', [id]))[0]!.status
const alert = (page: Page, text: string) => page.getByRole('alert').getByText(text, { exact: true }).waitFor()
/** A refusal says which finding it is about: the next one may be open by then. */
async function refusal(page: Page, title: string | null, sentence: string): Promise<void> {
  const shown = page.getByRole('alert').filter({ hasText: sentence })
  await shown.waitFor()
  expect(await shown.textContent()).toBe(`${truncate(title ?? '', 60)}: ${sentence}`)
}
const titleOf = (page: Page, id: string) =>
  page.locator(`tr[data-row="${id}"] [data-column=heading] [data-cut]`).first().textContent()
const position = (page: Page) =>
  beside(page)
    .getByText(/^[\d,]+ of [\d,]+$/)
    .textContent()

describe('a finding that is not on the page', () => {
  test('staff see its enforcement data and add to it; another page closes it', async () => {
    const page = await testApp.openAs('analyst', { home: false })
    await openEnforcement(page, 'platform=website&size=10&page=3')
    const [id] = await idsOf(page)
    await openEnforcement(page, `platform=website&size=10&peek=${id}`)
    expect(await idsOf(page)).not.toContain(id)
    await button(page, 'Add Enforcement').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder('Search screens, records and actions').fill('send notice')
    const form = page.getByRole('dialog')
    await form.getByRole('button', { name: /^Add Enforcement/ }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('t')
    await form.getByRole('textbox', { name: 'Registrar' }).fill('Namekeep Registrar')
    await form.getByRole('textbox', { name: 'Date' }).fill('2026-02-03')
    await pick(page, 'Action Taken', 'UDRP Filed')
    await pick(page, 'Change Status to', 'In Progress')
    await button(page, 'Save').click()
    await alert(page, 'Enforcement saved successfully')
    await beside(page).getByRole('cell', { name: 'UDRP Filed' }).waitFor()
    await beside(page).getByText('In Progress').first().waitFor()
    expect(await page.getByText('could not be').count()).toBe(0)
    await button(page, 'Page 2').click()
    await beside(page).waitFor({ state: 'detached' })
    await expect.poll(() => peeked(page)).toBe(null)
    await openEnforcement(page, 'platform=website&size=10&peek=cut-off')
    await beside(page).getByText('no longer in the list').waitFor()
    expect(await beside(page).getByRole('button', { name: 'Try again' }).count()).toBe(0)
    expect(problemsOf(page)).toEqual([])
    await releasePage(page)
  })

  test('a decision stays shown and opens no other one, others are followed, a failure is told as one', async () => {
    const page = await testApp.openAs('client2', { home: false })
    const other = await testApp.openAs('client4', { home: false })
    await openDashboard(page, website, `${wide}&status=33`)
    const [id] = await idsOf(page)
    // By its id and until it is shown: the lists also ask for rows that changed meanwhile.
    const reading = `**/website/rows?ids=${id}`
    await page.route(reading, (route) => route.abort())
    await openDashboard(page, website, `${wide}&status=00,55&peek=${id}`)
    expect(await idsOf(page)).not.toContain(id)
    await beside(page).getByRole('alert').getByText('This could not be loaded').waitFor()
    expect(await beside(page).getByText('no longer in the list').count()).toBe(0)
    await page.unroute(reading)
    await beside(page).getByRole('button', { name: 'Try again' }).click()
    await beside(page).getByRole('heading', { level: 2 }).waitFor()

    await page.keyboard.press('r')
    await alert(page, 'Moved to Client Review.')
    const head = beside(page).locator('[data-peek-status]')
    await expect.poll(() => head.textContent()).toBe('Client Review')
    await expect.poll(() => statusOf(id!)).toBe('88')
    expect(peeked(page)).toBe(id)

    // The address names what is no finding of this client.
    await openDashboard(other, website, `${wide}&status=88`)
    // Which one comes first depends on the hour of the demo data.
    const rowsDown = (await idsOf(other)).indexOf(id!) + 1
    expect(rowsDown).toBeGreaterThan(0)
    for (let pressed = 0; pressed < rowsDown; pressed++) await other.keyboard.press('j')
    await expect.poll(() => isFocused(other, id!)).toBe(true)
    await other.keyboard.press('n')
    await beside(page).getByRole('status').filter({ hasText: 'Meanwhile moved to No Action' }).waitFor()
    await page.goto(page.url().replace(id!, '00000000-0000-7000-8000-000000000000'))
    await beside(page).getByText('This finding is no longer in the list.').waitFor()
    await releasePage(page)
    await releasePage(other)
  })
})

test('on a phone the keyboard comes back to the card of the finding that was open last, also by Back', async () => {
  const page = await testApp.openAs('client', { width: 375, height: 812, home: false })
  await openDashboard(page, website, `${wide}&status=33`)
  const [first, second] = await idsOf(page)
  const sheet = page.getByRole('dialog', { name: 'Finding', exact: true })
  const hasKeyboard = (id: string | null) => expect.poll(() => isFocused(page, id!)).toBe(true)
  const open = async () => {
    await page
      .locator(`[data-row="${first}"]`)
      .getByRole('button', { name: /^Open record/ })
      .click()
    await sheet.getByRole('button', { name: 'Next finding' }).click()
    await expect.poll(() => peeked(page)).toBe(second)
  }
  await open()
  await sheet.getByRole('button', { name: 'Close' }).first().click()
  await sheet.waitFor({ state: 'detached' })
  await hasKeyboard(second!)
  await open()
  await page.goBack()
  await sheet.waitFor({ state: 'detached' })
  await hasKeyboard(second!)
  await releasePage(page)
})

describe('what somebody else decides meanwhile', () => {
  test('the status that was read with the keyboard stays, and the key is refused', async () => {
    const reader = await testApp.openAs('client2', { home: false })
    const other = await testApp.openAs('client4', { home: false })
    await reader.mouse.move(0, 0)
    await openDashboard(reader, socialMedia, `${wide}&status=33`)
    const [first, second] = await idsOf(reader)
    await openDashboard(other, socialMedia, `${wide}&status=33`)
    expect((await idsOf(other)).slice(0, 2)).toEqual([first, second])
    await reader.keyboard.press('j')
    await expect.poll(() => isFocused(reader, first!)).toBe(true)
    await reader.keyboard.press('Enter')
    await beside(reader).getByRole('heading', { level: 2 }).waitFor()

    await other.keyboard.press('j')
    await expect.poll(() => isFocused(other, first!)).toBe(true)
    // The mark lasts 2.5 s.
    await Promise.all([freshRow(reader, first!).waitFor(), other.keyboard.press('n')])
    const status = beside(reader).locator('[data-peek-status]')
    expect(await status.textContent()).toBe('Awaiting Approval')
    expect(await reader.locator(`tr[data-row="${first}"] [data-column=status]`).textContent()).toContain('Awaiting')
    const notice = beside(reader).getByRole('status').filter({ hasText: 'Meanwhile moved to No Action' })
    await notice.filter({ hasText: 'client4@demo.test' }).waitFor()
    await shot(reader, 'moved-meanwhile')
    const title = await titleOf(reader, first!)
    await reader.keyboard.press('a')
    await refusal(reader, title, 'Somebody else has already moved this record to No Action.')
    expect(await statusOf(first!)).toBe('00')
    await expect.poll(() => peeked(reader)).toBe(second)
    await reader.keyboard.press('k')
    await expect.poll(() => status.textContent()).toBe('No Action')
    await expect.poll(() => notice.count()).toBe(0)

    // The same in the list, for the row that the keys are on.
    await reader.keyboard.press('Escape')
    await beside(reader).waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(reader, first!)).toBe(true)
    for (const page of [reader, other]) {
      await page.keyboard.press('j')
      await expect.poll(() => isFocused(page, second!)).toBe(true)
    }
    await other.keyboard.press('r')
    await alert(reader, 'The selected record has meanwhile been moved to Client Review.')
    const cell = reader.locator(`tr[data-row="${second}"] [data-column=status]`)
    expect(await cell.textContent()).toContain('Awaiting')
    await reader.keyboard.press('a')
    await refusal(
      reader,
      await titleOf(reader, second!),
      'Somebody else has already moved this record to Client Review.',
    )
    expect(await statusOf(second!)).toBe('88')
    await expect.poll(() => cell.textContent()).toContain('Client Review')
    await releasePage(reader)
    await releasePage(other)
  })
})

describe('page by page', () => {
  test('eleven decisions by key go past the end of a page and pass nothing over; j and k turn pages too', async () => {
    const page = await testApp.openAs('analyst', { home: false })
    const scope = 'platform=social-media&status=33'
    await openEnforcement(page, `${scope}&size=20`)
    const ids = await idsOf(page)
    await openEnforcement(page, `${scope}&size=10&peek=${ids[0]}`)
    for (const id of ids.slice(0, 11)) {
      await expect.poll(() => peeked(page)).toBe(id)
      await page.locator(`[data-open-finding="${id}"] [data-peek-status="33"]`).waitFor()
      await page.keyboard.press('n')
    }
    await expect.poll(() => peeked(page)).toBe(ids[11])
    const decided = () =>
      query<{ id: string }>(
        testApp.databaseUrl,
        `select id from findings where id = any($1::uuid[]) and status = '00'`,
        [ids],
      ).then((rows) => rows.map(({ id }) => id).toSorted())
    await expect.poll(decided).toEqual(ids.slice(0, 11).toSorted())

    // Nothing was decided: the next finding is the first of the next page, and it says its position.
    await openEnforcement(page, 'platform=website&size=20')
    const all = await idsOf(page)
    await openEnforcement(page, `platform=website&size=10&peek=${all[9]}`)
    await expect.poll(() => position(page)).toMatch(/^10 of /)
    await page.keyboard.press('j')
    await expect.poll(() => peeked(page)).toBe(all[10])
    await expect.poll(() => new URL(page.url()).searchParams.get('page')).toBe('2')
    await expect.poll(() => position(page)).toMatch(/^11 of /)
    await expect.poll(() => button(page, 'Previous finding').isEnabled()).toBe(true)
    await page.keyboard.press('k')
    await expect.poll(() => peeked(page)).toBe(all[9])
    await expect.poll(() => position(page)).toMatch(/^10 of /)

    // Without an open finding, the keys go on with the first row of the next page.
    await page.keyboard.press('Escape')
    await beside(page).waitFor({ state: 'detached' })
    await expect.poll(() => isFocused(page, all[9]!)).toBe(true)
    await page.keyboard.press('j')
    await enforcementSettled(page)
    await expect.poll(() => isFocused(page, all[10]!)).toBe(true)
    expect(peeked(page)).toBe(null)
    expect(problemsOf(page)).toEqual([])
    await releasePage(page)
  })
})

describe('every decision of staff', () => {
  test('all that match on every page are moved at once, and undone', async () => {
    const page = await testApp.openAs('admin', { home: false })
    const [site] = await query<{ site: string; brand: string; company: string; n: number }>(
      testApp.databaseUrl,
      `select d.site, f.brand_id as brand, f.company_id as company, count(*)::int as n from findings f
       join findings_e_commerce d on d.company_id = f.company_id and d.finding_id = f.id
       where f.status = '33' and f.deleted_at is null group by 1, 2, 3 having count(*) between 101 and 400 order by 4, 1 limit 1`,
    )
    const { n } = site!
    const ofSite = () =>
      query<{ status: string; n: number }>(
        testApp.databaseUrl,
        `select f.status, count(*)::int as n from findings f
         join findings_e_commerce d on d.company_id = f.company_id and d.finding_id = f.id
         where d.site = $1 and f.brand_id = $2 and f.status in ('33', '99') and f.deleted_at is null group by 1 order by 1`,
        [site!.site, site!.brand],
      )
    const before = await ofSite()
    const scope = new URLSearchParams({ company: site!.company, brand: site!.brand, platform: 'e-commerce' })
    await openEnforcement(page, `${scope.toString()}&status=33&site=${encodeURIComponent(site!.site)}`)
    await page.getByLabel('Select all records').click()
    await page.getByText('50 records selected', { exact: true }).waitFor()
    await button(page, `Select all ${n} matching records`).click()
    await page.getByText(`All ${n} matching records selected`, { exact: true }).waitFor()
    await shot(page, 'staff-all-matching')
    await button(page, 'Move to…').click()
    await page.getByRole('menuitem', { name: 'No Further Action' }).click()
    await button(page, `Move ${n} records to No Further Action`).click()
    await page.getByRole('alert').getByText(`${n} records moved to No Further Action.`).waitFor()
    const moved = await ofSite()
    expect(moved.find(({ status }) => status === '33')).toBeUndefined()
    expect(moved.find(({ status }) => status === '99')!.n).toBe(n + (before.find((one) => one.status === '99')?.n ?? 0))
    await page.getByRole('alert').getByRole('button', { name: 'Undo' }).click()
    await expect.poll(ofSite).toEqual(before)
    await releasePage(page)
  })

  test('the open finding offers the statuses without a key below the others', async () => {
    const page = await testApp.openAs('admin', { home: false })
    await openEnforcement(page, 'platform=e-commerce&status=44')
    const [id] = await idsOf(page)
    await page.keyboard.press('j')
    await expect.poll(() => isFocused(page, id!)).toBe(true)
    await page.keyboard.press('Enter')
    await button(page, 'More…').click()
    await expect
      .poll(() => page.getByRole('menuitem').allTextContents())
      .toEqual([
        'No Further Action',
        'Self Resolved',
        'Purchase in progress',
        'Purchase complete',
        'Purchase Incomplete – Product not available',
        'Purchase Incomplete – Seller non-responsive',
      ])
    await page.getByRole('menuitem', { name: 'Purchase in progress' }).click()
    await alert(page, 'Moved to Purchase in progress.')
    await expect.poll(() => statusOf(id!)).toBe('66')
    await releasePage(page)
  })
})

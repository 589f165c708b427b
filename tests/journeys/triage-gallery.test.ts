import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page, Response } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { smallKeysOf } from '#features/files/server/small-pictures.ts'
import { openDashboard, platformNamed, query, rowsOf, wide } from './dashboards.ts'
import { axeFindings, applyPageOptions, type Journey, journey, problemsOf, releasePage, shot } from './harness.ts'
import { holdCall } from './hold-call.ts'
import { beside, idsOf } from './triage-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const eCommerce = platformNamed('e-commerce')
const checkBox = (page: Page, at: number) => rowsOf(page).nth(at).getByRole('checkbox')
const announced = (page: Page, name: string) =>
  page.getByRole('status').filter({ hasText: new RegExp(`^Finding [\\d,]+ of [\\d,]+: ${name}`) })

/** Replaces the pictures of findings by a photograph of some megabytes, as a camera takes it. */
async function photograph(ids: readonly string[]): Promise<number> {
  const [width, height] = [2400, 1600]
  const noise = {
    create: {
      width,
      height,
      channels: 3 as const,
      background: '#888',
      noise: { type: 'gaussian' as const, mean: 128, sigma: 40 },
    },
  }
  const photo = await sharp(noise).jpeg({ quality: 90 }).toBuffer()
  const found = await query<{ bucket: string; key: string }>(
    testApp.databaseUrl,
    'select image_bucket as bucket, image_key as key from findings where id = any($1::uuid[]) and image_key is not null',
    [ids],
  )
  for (const { bucket, key } of found) {
    const folder = join(testApp.dataDir, 'files', bucket)
    // Moved into its place: a file that is read while it is written cannot be decoded, and is not tried again.
    writeFileSync(join(folder, `${key}.new`), photo)
    renameSync(join(folder, `${key}.new`), join(folder, key))
    for (const small of smallKeysOf(key)) if (existsSync(join(folder, small))) rmSync(join(folder, small))
  }
  return photo.length
}

/** Runs in the browser: the counts of similar findings that reach over the edge of their card. */
const cutCounts = `[...document.querySelectorAll('[data-row] [data-count]')].filter((count) =>
  count.getBoundingClientRect().right > count.closest('[data-row]').getBoundingClientRect().right
).map((count) => count.dataset.count)`

describe('findings as pictures', () => {
  test('sixty cards load small pictures only, and the genuine items stand once above them', async () => {
    const page = await testApp.openAs('client', { width: 1920, height: 1080, home: false })
    const search = `${wide}&status=33&size=50&cards=M`
    await openDashboard(page, eCommerce, search)
    await expect.poll(() => page.evaluate(areAllLoaded), { timeout: 90_000 }).toBe(true)
    const bytesOfPhoto = await photograph(await idsOf(page))
    const pictures: { url: string; bytes: number }[] = []
    page.on('response', (response: Response) => {
      // Its body may be gone with the page that asked for it.
      if (new URL(response.url()).pathname.startsWith('/api/files/') && response.ok())
        pictures.push({ url: response.url(), bytes: Number(response.headers()['content-length']) })
    })
    // Another address, so that nothing is taken from the browser's memory.
    await openDashboard(page, eCommerce, `${search}&priority=High,Low`)
    const cards = await idsOf(page)
    await page.locator('[data-row] img').first().waitFor()
    await expect.poll(() => page.evaluate(areAllLoaded), { timeout: 90_000 }).toBe(true)
    expect(cards.length).toBeGreaterThanOrEqual(30)
    expect(pictures.length).toBeGreaterThan(0)
    expect(pictures.every(({ bytes }) => bytes > 0)).toBe(true)
    expect(pictures.filter(({ url }) => new URL(url).searchParams.get('size') !== 'card')).toEqual([])
    const most = Math.max(...pictures.map(({ bytes }) => bytes))
    expect(bytesOfPhoto).toBeGreaterThan(1_000_000)
    expect(most).toBeLessThan(120_000)
    expect(pictures.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(60 * 60_000)

    const genuine = page.getByRole('region', { name: 'Genuine', exact: true })
    await genuine.getByRole('img').first().waitFor()
    expect(await rowsOf(page).locator('figure').count()).toBe(0)
    const large = genuine.locator('figure[data-size="large head"]')
    await expect.poll(() => large.count()).toBe(1)
    await expect.poll(() => genuine.locator('figcaption').count()).toBeGreaterThan(1)
    await shot(page, 'pictures-genuine')
    expect(await axeFindings(page, 'main')).toEqual([])
    await applyPageOptions(page, { theme: 'dark', width: 1920, height: 1080 })
    expect(await axeFindings(page, 'main')).toEqual([])
    await applyPageOptions(page, { width: 375, height: 812 })
    await shot(page, 'pictures-genuine-phone')
    // Half of a number would be another number.
    await rowsOf(page).locator('[data-count]').first().waitFor()
    // The cards take the width of the phone a few frames after the window has it.
    await expect.poll(() => page.evaluate(cutCounts)).toEqual([])
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(375)
    await releasePage(page)
  })

  test('a picture of too many pixels is not loaded by the viewer, which offers it as a download', async () => {
    const page = await testApp.openAs('client', { home: false })
    const asked: string[] = []
    page.on('request', (request) => void asked.push(request.url()))
    await openDashboard(page, eCommerce, `${wide}&status=33&size=20`)
    const picture = rowsOf(page).first().locator('[data-column="image"] button')
    const source = (await picture.locator('img').getAttribute('src'))!.replace(/&size=thumb$/, '')
    // As the server answers for more than 64 megapixels.
    await page.route(`**${source}&size=card`, (route) => route.fulfill({ status: 404, json: { message: 'x' } }))
    await picture.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('This picture cannot be shown here. It may be too large.').waitFor()
    expect(await dialog.getByRole('link', { name: 'Download original' }).getAttribute('href')).toBe(
      `${source}&download=1`,
    )
    expect(asked.filter((address) => address.endsWith(source))).toEqual([])
    const inNewTab = dialog.getByRole('link', { name: 'Open the picture in a new tab' })
    expect(await inNewTab.count()).toBe(0)
    await shot(page, 'picture-too-large')
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => dialog.locator('img').getAttribute('src')).toMatch(/^\/api\/files\/[^&]*&(?!.*size=)/)
    await inNewTab.waitFor()
    await releasePage(page)
  })

  test('a click with Shift selects all cards in between, and j says which card the keys are on', async () => {
    const page = await testApp.openAs('client', { home: false })
    await openDashboard(page, eCommerce, `${wide}&status=33&size=20&cards=M`)
    await expect.poll(() => rowsOf(page).count()).toBeGreaterThan(8)
    await checkBox(page, 1).click()
    await page.getByText('1 on this page selected', { exact: true }).waitFor()
    await checkBox(page, 6).click({ modifiers: ['Shift'] })
    await page.getByText('6 on this page selected', { exact: true }).waitFor()
    expect(await checkBox(page, 4).isChecked()).toBe(true)
    expect(await checkBox(page, 7).isChecked()).toBe(false)
    await page.getByRole('button', { name: 'Clear selection' }).click()

    const names = await rowsOf(page).evaluateAll((cards) =>
      cards
        .slice(0, 3)
        .map((card) => (card as { querySelector(s: string): { title: string } }).querySelector('button').title),
    )
    const exactly = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    await page.keyboard.press('j')
    await announced(page, exactly[0]!)
      .filter({ hasText: /Finding 1 of/ })
      .waitFor({ state: 'attached' })
    await page.keyboard.press('j')
    await announced(page, exactly[1]!)
      .filter({ hasText: /Finding 2 of .*, Awaiting Approval$/ })
      .waitFor({ state: 'attached' })
    // Cards stand beside each other: the arrows walk them as well.
    await page.keyboard.press('ArrowLeft')
    await announced(page, exactly[0]!).waitFor({ state: 'attached' })
    await page.keyboard.press('ArrowRight')
    await announced(page, exactly[1]!).waitFor({ state: 'attached' })

    // The open finding says it in their place, once.
    await page.keyboard.press('Enter')
    await beside(page).getByRole('heading', { level: 2 }).waitFor()
    await page.keyboard.press('j')
    await announced(page, exactly[2]!)
      .filter({ hasText: /Finding 3 of/ })
      .waitFor({ state: 'attached' })
    await expect.poll(() => announced(page, '').count()).toBe(1)
    expect(problemsOf(page)).toEqual([])
    await releasePage(page)
  })
})

describe('two people on one queue', () => {
  test('no decision is lost or made twice, and whoever was second is told', async () => {
    const first = await testApp.openAs('client2', { home: false })
    const second = await testApp.openAs('client4', { home: false })
    const website = platformNamed('website')
    const [{ brand, day } = { brand: '', day: '' }] = await query<{ brand: string; day: string }>(
      testApp.databaseUrl,
      `with kept as (
         select f.id, row_number() over (order by f.id) as n from findings f join brands b on b.id = f.brand_id
         where f.platform = 'website' and f.deleted_at is null and b.brand_name = 'Tindral'),
       moved as (
         update findings f set reporting_date = date '2022-03-04', status = '33' from kept where kept.id = f.id and kept.n <= 60
         returning f.brand_id)
       select brand_id as brand, '2022-03-04' as day from moved limit 1`,
    )
    expect(brand).not.toBe('')
    const search = `startDate=${day}&endDate=${day}&size=100`
    const queue = await query<{ id: string }>(
      testApp.databaseUrl,
      `select id from findings where platform = 'website' and reporting_date = $1::date and deleted_at is null`,
      [day],
    )
    const ids = queue.map(({ id }) => id)
    expect(ids.length).toBe(60)
    await Promise.all([openDashboard(first, website, search), openDashboard(second, website, search)])

    await Promise.all([decideAll(first, 'a', ids), decideAll(second, 'n', ids)])

    await expect
      .poll(() =>
        query(testApp.databaseUrl, `select id from findings where id = any($1::uuid[]) and status = '33'`, [ids]),
      )
      .toEqual([])
    const logged = await query<{ id: string; n: number; people: number }>(
      testApp.databaseUrl,
      `select finding_id as id, count(*)::int as n, count(distinct user_id)::int as people from status_log
       where finding_id = any($1::uuid[]) and status_from = '33' and module = 'dashboard' and at > now() - interval '1 hour' group by 1`,
      [ids],
    )
    expect(logged.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    expect(logged.filter(({ n }) => n !== 1)).toEqual([])
    const byWhom = await query<{ status: string; username: string; wrong: number }>(
      testApp.databaseUrl,
      `select l.status_to as status, l.username, count(*) filter (where f.status <> l.status_to)::int as wrong
       from status_log l join findings f on f.company_id = l.company_id and f.id = l.finding_id
       where l.finding_id = any($1::uuid[]) and l.status_from = '33' and l.at > now() - interval '1 hour' group by 1, 2 order by 1`,
      [ids],
    )
    // None of what one decided was changed by the other.
    for (const { status, username, wrong } of byWhom) {
      expect({ '00': 'client4@demo.test', '22': 'client2@demo.test' }[status]).toBe(username)
      expect(wrong).toBe(0)
    }
    expect(problemsOf(first)).toEqual([])
    expect(problemsOf(second)).toEqual([])
    await releasePage(first)
    await releasePage(second)
  })

  test('a refusal is shown: who is second hears who was first, and the finding shows what is stored', async () => {
    const page = await testApp.openAs('client2', { home: false })
    const other = await testApp.openAs('client4', { home: false })
    const search = `${wide}&status=33&size=20`
    await openDashboard(page, platformNamed('social-media'), search)
    await openDashboard(other, platformNamed('social-media'), search)
    const [id] = await idsOf(page)
    for (const one of [page, other]) {
      await one.keyboard.press('j')
      await one.keyboard.press('Enter')
      await beside(one).getByRole('heading', { level: 2 }).waitFor()
    }
    // Both press their key before either of the answers is there.
    const releases = [await holdCall(page, '**/decisions/one/*'), await holdCall(other, '**/decisions/one/*')]
    const asked = Promise.all([page, other].map((one) => one.waitForRequest('**/decisions/one/*')))
    await page.keyboard.press('a')
    await other.keyboard.press('n')
    await asked
    const answers = Promise.all([page, other].map((one) => one.waitForResponse('**/decisions/one/*')))
    for (const release of releases) release()
    const statuses = (await answers).map((answer) => answer.status())
    expect(statuses.toSorted()).toEqual([200, 409])
    const [loser, winner] = statuses[0] === 409 ? [page, 'No Action'] : [other, 'Approved']
    await loser.getByRole('alert').getByText(`Somebody else has already moved this record to ${winner}.`).waitFor()
    await expect.poll(() => loser.locator(`tr[data-row="${id}"] [data-column=status]`).textContent()).toContain(winner)
    await releasePage(page)
    await releasePage(other)
  })
})

/** Walks through the whole queue and decides on all that still awaits approval as it is shown, by keys. */
async function decideAll(page: Page, key: string, ids: readonly string[]): Promise<void> {
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await beside(page).getByRole('heading', { level: 2 }).waitFor()
  const seen = new Set<string>()
  for (let step = 0; step < 3 * ids.length && seen.size < ids.length; step++) {
    const open = (await beside(page).getAttribute('data-open-finding'))!
    seen.add(open)
    const waits = (await beside(page).locator('[data-peek-status="33"]').count()) > 0
    // Both keys go on to the next finding; at the last one there is none.
    await page.keyboard.press(waits ? key : 'j')
    if (seen.size < ids.length) await expect.poll(() => beside(page).getAttribute('data-open-finding')).not.toBe(open)
  }
  expect(seen.size).toBe(ids.length)
}

/** Runs in the page: whether every picture in sight is there. */
const areAllLoaded = `[...document.querySelectorAll('[data-row] img')]
  .filter((one) => one.getBoundingClientRect().top < innerHeight)
  .every((one) => one.complete && one.naturalWidth > 0)`

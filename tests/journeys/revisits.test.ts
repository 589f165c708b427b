import { Pool } from 'pg'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openRevisits } from '../../src/features/revisits/server/open-revisits.ts'
import { respondWith, type TestSites, testSites } from '../../src/features/revisits/server/testing-sites.ts'
import { type RevisitDeps, visitDue } from '../../src/features/revisits/server/visit-due.ts'
import { countDeskLeague } from '../../src/features/revisits/server/league-queries.ts'
import { inTransaction, onPool } from '../../src/kit/server/db.ts'
import { axeFindings, type Journey, journey, applyPageOptions, problemsOf, shot } from './harness.ts'
import { holdCall } from './hold-call.ts'

let testApp: Journey
let pool: Pool
let sites: TestSites
let revisiting: RevisitDeps
beforeAll(async () => {
  sites = await testSites()
  revisiting = openRevisits(sites.settings)
  testApp = await journey()
  pool = new Pool({ connectionString: testApp.databaseUrl, max: 4 })
})
afterAll(async () => {
  await pool.end()
  await testApp.end()
  await revisiting.visitor.egress.close()
  await sites.close()
})

const rows = (page: Page) => page.locator('tr[data-row]')
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const total = (page: Page) => page.getByTestId('record-count').textContent()

/** A website finding in progress whose page is served by this machine, and nothing else to visit. */
async function watched(host: string): Promise<string> {
  const address = sites.put(host, respondWith(200, '<title>Fake serum</title>'))
  const { rows: found } = await pool.query<{ id: string }>(
    `select f.id from findings f join finding_clocks c on c.company_id = f.company_id and c.finding_id = f.id
     join brands b on b.id = f.brand_id
     where f.platform = 'website' and f.status = '11' and b.brand_name = 'Demo Brand' order by f.id desc limit 1`,
  )
  const id = found[0]!.id
  await pool.query('update findings_website set url = $2 where finding_id = $1', [id, address])
  await pool.query("update finding_watches set next_at = now() + interval '9 days'")
  await pool.query('delete from finding_watches where finding_id = $1', [id])
  await pool.query(
    `insert into finding_watches (company_id, finding_id, host, next_at)
     select company_id, id, $2, now() from findings where id = $1`,
    [id, host],
  )
  return id
}

/** Moves the watch one day back and runs the job. */
async function nextVisit(id: string): Promise<void> {
  const back = "- interval '1 day'"
  await pool.query(
    `update finding_watches set next_at = now() - interval '1 s', first_at = first_at ${back},
       counted_at = counted_at ${back} where finding_id = $1`,
    [id],
  )
  await pool.query(`update finding_visits set at = at ${back} where finding_id = $1`, [id])
  await pool.query('delete from visit_hosts')
  await visitDue({ pool, db: onPool(pool) }, revisiting)
}

async function openFinding(page: Page, host: string): Promise<void> {
  await page.goto('/enforcement')
  for (const [label, option] of [
    ['Company', 'Aurevia Consumer Group'],
    ['Brand', 'Demo Brand'],
  ] as const) {
    await page.getByRole('combobox', { name: label, exact: true }).last().click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  await button(page, 'Fetch Data').click()
  await page.getByRole('textbox', { name: 'Search URL' }).fill(host)
  await expect.poll(() => total(page)).toBe('1 record')
  await rows(page).first().getByRole('button', { name: 'Show details' }).click()
}

test('an analyst sees what three visits propose, accepts it by keyboard, and the clock of the finding is stopped', async () => {
  const host = 'is-it-down.test'
  const id = await watched(host)
  await nextVisit(id)
  sites.put(host, respondWith(404, '<title>Gone for good</title>'))
  for (let day = 0; day < 3; day++) await nextVisit(id)

  const page = await testApp.openAs('analyst')
  await page.goto('/enforcement')
  await page.getByRole('link', { name: /^Proposals \(\d+\)$/ }).click()
  await page.waitForURL('**/enforcement-proposals')
  await button(page, 'Show details').first().click()
  await page.getByRole('region', { name: 'Visits' }).waitFor()
  await shot(page, 'proposals')
  expect(await axeFindings(page)).toEqual([])
  await page
    .getByRole('searchbox', { name: 'Search proposals' })
    .or(page.getByLabel('Search proposals'))
    .first()
    .fill(host)
  await page.keyboard.press('Enter')
  await expect.poll(() => total(page)).toBe('1–1 of 1')
  await expect.poll(() => new URL(page.url()).searchParams.get('search')).toBe(host)
  await expect.poll(() => rows(page).first().textContent()).toContain('Gone (404)')
  await page.locator('h1').click()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.getByText('1 proposal selected').waitFor()
  await page.keyboard.press('a')
  await page.getByRole('alert').filter({ hasText: 'Proposal accepted' }).waitFor()
  await expect.poll(() => total(page)).toBe('0 records')

  await openFinding(page, host)
  await expect.poll(() => rows(page).first().locator('[data-column=status]').textContent()).toBe('Success')
  await page.getByRole('cell', { name: 'Confirmed unreachable' }).first().waitFor()
  await page.getByText(/^Last visited .*: gone \(404\), 3rd time$/).waitFor()
  const clock = page.getByRole('list', { name: 'Clock' })
  await expect.poll(() => clock.locator('[data-moment]').count()).toBe(6)
  await expect.poll(() => clock.locator('[data-moment=unreachable] time').textContent()).toMatch(/^\d\d\/\d\d\/\d{4}$/)
  await button(page, 'Visit now').focus()
  await page.keyboard.press('Enter')
  await page.getByRole('alert').filter({ hasText: 'Re-visits are switched off' }).waitFor()
  await button(page, 'All visits (4)').click()
  const visits = page.getByRole('dialog').getByRole('table', { name: 'Visits' })
  await visits.getByText('Fake serum').first().waitFor()
  await expect
    .poll(() => visits.locator('[data-visit]').evaluateAll((all) => all.map((one) => one.dataset['visit'])))
    .toEqual(['gone', 'gone', 'gone', 'up'])
  await shot(page, 'visits')
  expect(problemsOf(page)).toEqual([])
})

/** Of notices to their first answer: the days in which half were answered (Kaplan and Meier), as shown, and how many were. */
async function stepToAnswer(): Promise<{ half: number; n: number }> {
  const known = await pool.query<{ half: number; n: number }>(
    `with recent as (select coalesce(to_answer, date_part('epoch', coalesce(unreachable_at, now()) - sent_at)) as seconds, to_answer is not null as is_ended
       from finding_clocks where deleted_at is null and sent_at is not null and coalesce(unreachable_at >= sent_at, true)
         and (to_answer is not null or acknowledged_at is null)
         and detected_at >= (now() at time zone 'Asia/Kolkata')::date::timestamp at time zone 'Asia/Kolkata' - interval '364 days'),
     steps as (select seconds, 1 - count(*) filter (where is_ended)::float8 / (select count(*) from recent r where r.seconds >= s.seconds) as share
       from recent s group by 1)
     select case when half < 86400 then round((half / 86400)::numeric, 2) else round((half / 86400)::numeric, 1) end::float8 as half,
       (select count(*) filter (where is_ended) from recent)::int as n
     from (select min(seconds) as half from steps s
       where (select exp(sum(ln(greatest(b.share, 1e-9)))) from steps b where b.seconds <= s.seconds) <= 0.5) m`,
  )
  return known.rows[0]!
}

test('medians of the clock with their number of findings, as charts and tables, in both themes and on a phone; clients see no league', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  const before = await stepToAnswer()
  await page.goto('/enforcement-clock')
  await expect.poll(() => page.locator('[data-drawn=true]').count()).toBe(2)
  await shot(page, 'clock')
  expect(await axeFindings(page)).toEqual([])
  await button(page, 'Show Time between stages as a table').click()
  const table = page.getByRole('table', { name: 'Time between stages' })
  await table.getByRole('columnheader', { name: 'Findings' }).waitFor()
  const answerRow = table.getByRole('row').filter({ hasText: 'Sent to acknowledged' })
  const figures = await answerRow.getByRole('cell').allTextContents()
  // Most of those with a notice are still up: no median is claimed of when they go down.
  const toDown = page.getByRole('region', { name: 'Done, of those that began' }).locator('[data-step=unreachable]')
  await toDown.getByText('Not reached').first().waitFor()
  // Those that wait grow older meanwhile: the median is that of a moment between the two queries.
  const after = await stepToAnswer()
  expect([before.half, after.half].map(String)).toContain(figures[0])
  expect(figures.at(-1)).toBe(after.n.toLocaleString('en-GB'))
  await page.getByRole('combobox', { name: 'Hours counted' }).click()
  await page.getByRole('option', { name: 'Business hours', exact: true }).click()
  await page.locator('[data-business]').getByText('Mon-Fri 09:00-18:00, Asia/Kolkata').waitFor()
  await page.getByRole('combobox', { name: 'By', exact: true }).click()
  await page.getByRole('option', { name: 'By platform' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('by')).toBe('platform')
  await page.getByRole('heading', { name: 'Detected to unreachable, by platform' }).waitFor()
  await applyPageOptions(page, { theme: 'dark', width: 390, height: 844 })
  await page.reload()
  await page.locator('[data-drawn=true]').first().waitFor()
  await button(page, 'Show Time between stages as a table').click()
  await shot(page, 'clock-phone-dark')
  expect(await axeFindings(page)).toEqual([])
  await inTransaction(pool, ({ db }) =>
    countDeskLeague(db, { zone: 'Asia/Kolkata', business: { days: [1, 2, 3, 4, 5], opens: 540, closes: 1080 } }),
  )
  await page.goto('/enforcement-league')
  await page.locator('[data-league]').first().waitFor()
  await page.getByText('Counted ').first().waitFor()
  await shot(page, 'league-phone-dark')
  expect(await axeFindings(page)).toEqual([])
  await applyPageOptions(page, { theme: 'light', width: 1280, height: 800 })
  await page.getByRole('combobox', { name: 'Registrars or hosts' }).click()
  await page.getByRole('option', { name: 'Hosts', exact: true }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('kind')).toBe('host')
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download CSV').click()])
  expect(file.suggestedFilename()).toMatch(/^league-of-hosts-\d{4}-\d\d-to-\d{4}-\d\d\.csv$/)
  await shot(page, 'league')
  const client = await testApp.openAs('client', { home: false })
  for (const path of ['/enforcement-league', '/enforcement-proposals']) {
    await client.goto(path)
    await client
      .getByText(/Unauthorised|restricted/i)
      .first()
      .waitFor()
  }
  expect(problemsOf(page)).toEqual([])
})

test('a clock of which nothing has ended a step shows how many wait in each', async () => {
  const { rows: brands } = await pool.query<{ id: string; company_id: string }>(
    `insert into brands (id, company_id, brand_name, enabled, platforms)
     select gen_random_uuid(), company_id, 'Waiting Brand', true, platforms from brands where brand_name = 'Demo Brand' returning id, company_id`,
  )
  const { id, company_id: company } = brands[0]!
  await pool.query(
    `with moved as (update findings f set brand_id = $1 from (select company_id, id from findings
        where company_id = $2 and platform = 'website' and status = '11' limit 3) m
       where f.company_id = m.company_id and f.id = m.id returning f.company_id, f.id)
     update finding_clocks c set detected_at = now() - interval '2 days', approved_at = null,
       sent_at = now() - interval '1 day', acknowledged_at = null, answered_at = null, unreachable_at = null
     from moved m where c.company_id = m.company_id and c.finding_id = m.id`,
    [id, company],
  )
  const page = await testApp.openAs('analyst', { home: false })
  await page.goto(`/enforcement-clock?company=${company}&brand=${id}`)
  const down = page.getByRole('region', { name: 'Done, of those that began' }).locator('[data-step=unreachable]')
  await down.getByText('0 of 3', { exact: true }).waitFor()
  await page.getByText(/^No bar, because half are not done yet: .* \(0 of 3\)\.$/).waitFor()
  expect(await page.getByText('No data available').count()).toBe(0)
  await shot(page, 'clock-waiting')
  await page.getByRole('combobox', { name: 'Step', exact: true }).click()
  await page.getByRole('option', { name: 'Approved to sent' }).click()
  await page.getByText('No finding has begun this step.').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(problemsOf(page)).toEqual([])
})

test('agreed days are removed by an Admin after a question that names them', async () => {
  const page = await testApp.openAs('admin', { home: false })
  const figures = await holdCall(page, '**/enforcement/clock?*')
  await page.goto('/enforcement-clock')
  await page.locator('[data-loader]').waitFor()
  // The figures would move them down.
  expect(await page.getByRole('region', { name: 'Agreed days' }).count()).toBe(0)
  figures()
  const lines = page.locator('[data-agreed]')
  await lines.first().waitFor()
  const count = await lines.count()
  const remove = lines.first().getByRole('button')
  const name = (await remove.getAttribute('aria-label'))!.replace(/^Remove /, '')
  const question = page.getByRole('dialog', { name: 'Remove agreed days?' })
  await remove.click()
  await question.getByText(name, { exact: true }).waitFor()
  await shot(page, 'agreed-days-removal')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await question.waitFor({ state: 'detached' })
  expect(await lines.count()).toBe(count)
  await remove.click()
  await question.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => lines.count()).toBe(count - 1)
  expect(problemsOf(page)).toEqual([])
})

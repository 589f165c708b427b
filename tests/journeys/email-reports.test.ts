import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from './dashboards.ts'
import { axeFindings, type Journey, journey, problemsOf, shot } from './harness.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

test('email reports are chosen for each brand, and stopped by the link in an email without signing in', async () => {
  const page = await testApp.openAs('client')
  await page.getByRole('link', { name: 'Email Reports' }).click()
  const often = page.getByRole('radiogroup', { name: 'Report frequency for All brands' })
  await often.getByText('Weekly', { exact: true }).click()
  await page.getByRole('alert').getByText('Email report saved').waitFor()
  await page.reload()
  await expect.poll(() => often.getByRole('radio', { name: 'Weekly' }).isChecked()).toBe(true)
  await shot(page, 'email-reports-wide-light')
  expect(await axeFindings(page)).toEqual([])
  const [subscription] = await query<{ id: string }>(testApp.databaseUrl, 'select id from report_subscriptions')
  const secret = readFileSync(join(testApp.dataDir, 'secret'), 'utf8').trim()
  const signature = createHmac('sha256', secret)
    .update(JSON.stringify(['stop report', subscription!.id]))
    .digest('base64url')
  const stranger = await testApp.open({ width: 390, height: 844 })
  const stop = stranger.getByRole('button', { name: 'Stop the report' })
  // A link that lost a part says so at once, one that is wrong after the click; then there is nothing to click.
  await stranger.goto(`/stop-report?subscription=${subscription!.id}`)
  await stranger.getByRole('alert').getByText('This link is not valid.').waitFor()
  expect(await stop.count()).toBe(0)
  for (const [right, says] of [
    ['wrong', 'This link is not valid.'],
    [signature, 'This report is no longer sent.'],
  ] as const) {
    await stranger.goto(`/stop-report?subscription=${subscription!.id}&signature=${right}`)
    await stop.click()
    await stranger.getByText(says).waitFor()
    expect(await stop.count()).toBe(0)
    expect(await stranger.getByText('Email Reports').count()).toBe(right === signature ? 0 : 1)
  }
  expect(await axeFindings(stranger)).toEqual([])
  expect(await query(testApp.databaseUrl, 'select 1 from report_subscriptions')).toEqual([])
  await stranger.context().close()
  await page.goto('/stop-report')
  await page.getByRole('alert').getByText('This link is not valid.').waitFor()
  expect(await axeFindings(page)).toEqual([])
})

test('the link in a report opens the home with the brand of the report, and says so when the person lacks that brand', async () => {
  const page = await testApp.openAs('client')
  const [own, foreign] = await query<{ id: string; name: string }>(
    testApp.databaseUrl,
    `select distinct on (u.username) b.id, b.brand_name as name from brands b join users u on u.company_id = b.company_id
     where u.username in ('client@demo.test', 'client2@demo.test') and b.enabled order by u.username, b.id`,
  )
  const dates = 'startDate=2026-01-05&endDate=2026-01-11'
  const chosen = page.getByRole('button', { name: /^Brand / })
  const follow = async (brand: string) => {
    await page.goto(`/client-dashboard?brand=${brand}&${dates}`)
    await page.waitForURL(`**/client-dashboard?${dates}`)
    await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  }
  await follow(own!.id)
  await expect.poll(() => chosen.textContent()).toContain(own!.name)
  const alert = page.getByRole('alert').getByText('You do not have access to the brand in this link.')
  expect(await alert.count()).toBe(0)
  // The alert lasts 5 s, and the home may take as long.
  await Promise.all([alert.waitFor(), follow(foreign!.id)])
  await expect.poll(() => chosen.textContent()).toContain(own!.name)
  await follow('all')
  await expect.poll(() => chosen.textContent()).toContain('All')
  expect(problemsOf(page)).toEqual([])
})

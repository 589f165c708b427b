import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from './dashboards.ts'
import { applyPageOptions, axeFindings, journey, type Journey, problemsOf, shot } from './harness.ts'
import { putSearchedDomains } from './searched-domains-steps.ts'
import { button } from './upload-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
  await query(testApp.databaseUrl, 'delete from searched_domains')
})
afterAll(() => testApp.end())

test('S-132 a decision is undone from its message, with U and from the decided ones', async () => {
  const names = ['one', 'two', 'three'].map((word) => `aurevia-undo-${word}.example`)
  const [one, two, three] = names as [string, string, string]
  await putSearchedDomains(testApp, 'Aurevia Consumer Group', names)
  const page = await testApp.openAs('analyst', { width: 1366, height: 768 })
  const alert = (text: string) => page.getByRole('alert').filter({ hasText: text })
  const card = (name: string) => page.getByRole('article', { name, exact: true })
  const cards = () => page.getByRole('article')
  await page.goto('/searched-domains')
  await expect.poll(() => cards().count()).toBe(3)
  const back = alert('The domain is back in the list.')
  await button(page, `High-priority infringement: ${one}`).click()
  await alert('The domain was saved as a finding.').getByRole('button', { name: 'Undo' }).click()
  await back.waitFor()
  await expect.poll(() => cards().count()).toBe(3)

  await card(two).focus()
  await page.keyboard.press('i')
  await alert('The domain will not be shown again.').waitFor()
  await expect.poll(() => cards().count()).toBe(2)
  await page.keyboard.press('u')
  await expect.poll(() => cards().count()).toBe(3)
  await alert('The domain will not be shown again.').waitFor({ state: 'detached' })

  await button(page, `Low-priority infringement: ${three}`).click()
  await expect.poll(() => cards().count()).toBe(2)
  await page.getByText('Decided', { exact: true }).click()
  await card(three).getByText('Low priority').waitFor()
  await card(three)
    .getByRole('link', { name: `Open finding: ${three}` })
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  await shot(page, 'searched-domains-decided')
  await applyPageOptions(page, { theme: 'dark', width: 1024, height: 768 })
  await shot(page, 'searched-domains-decided-dark')
  await button(page, `Undo the decision about ${three}`).click()
  await page.getByText('No decisions yet').waitFor()
  await page.getByText('To decide', { exact: true }).click()
  await expect.poll(() => cards().count()).toBe(3)
  const left = `select 1 from findings f join findings_domain d on d.finding_id = f.id
    where d.domain like 'aurevia-undo-%' and f.deleted_at is null`
  // The screen is ahead of the answer.
  await expect.poll(() => query(testApp.databaseUrl, left)).toEqual([])
  expect(problemsOf(page)).toEqual([])
})

test('S-132 the message about a decision and the decided domain lead to its finding', async () => {
  const page = await testApp.openAs('analyst', { width: 1366, height: 768 })
  await page.goto('/searched-domains')
  const name = 'aurevia-undo-one.example'
  const isOpen = () => page.getByRole('complementary').getByText(name).first().waitFor()
  await button(page, `High-priority infringement: ${name}`).click()
  const message = page.getByRole('alert').filter({ hasText: 'The domain was saved as a finding.' })
  await message.getByRole('button', { name: 'Undo' }).waitFor()
  await shot(page, 'searched-domains-open-finding')
  await message.getByRole('button', { name: 'Open finding' }).click()
  await page.waitForURL(/\/enforcement\?.*platform=domain/)
  await isOpen()
  await page.goBack()
  await page.getByText('Decided', { exact: true }).click()
  await page.getByRole('link', { name: `Open finding: ${name}` }).click()
  await page.waitForURL(/\/enforcement\?.*platform=domain/)
  await isOpen()
  await page.goBack()
  await button(page, `Undo the decision about ${name}`).click()
  await page.getByText('No decisions yet').waitFor()
  // The screen is ahead of the answer, and the next page reads what is stored.
  await page.getByRole('alert').filter({ hasText: 'The domain is back in the list.' }).waitFor()
  expect(problemsOf(page)).toEqual([])
})

test('S-095 S-096 the filters and the number of domains share a line, and the list ends at its frame', async () => {
  const page = await testApp.openAs('analyst', { width: 1440, height: 900, home: false })
  await page.goto('/searched-domains?layout=list')
  const rows = page.getByRole('row').filter({ has: page.getByRole('checkbox') })
  await expect.poll(() => rows.count()).toBe(3)
  const tops = await page
    .locator('[data-field-row] > :visible')
    .evaluateAll((all) => all.map((one) => (one.getBoundingClientRect().top + one.getBoundingClientRect().bottom) / 2))
  expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(8)
  const list = (await page.getByRole('region', { name: 'Searched Domains' }).boundingBox())!
  const frame = (await page.locator('[class*="sheet"]').filter({ has: rows.first() }).last().boundingBox())!
  expect(frame.y + frame.height - list.y - list.height).toBeLessThan(3)
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard, platformNamed, wide } from './dashboards.ts'
import { axeFindings, journey, type Journey, releasePage, shot } from './harness.ts'
import { holdAnswer } from './hold-call.ts'
import { peeked } from './triage-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

test('C-102 a thread is written by staff and read by the client, without what is internal; work is taken and assigned', async () => {
  const platform = platformNamed('app-store')
  const client = await testApp.openAs('client', { home: false })
  await openDashboard(client, platform, `${wide}&status=33`)
  const id = (await client.locator('[data-row]').first().getAttribute('data-row'))!
  const staff = await testApp.openAs('analyst', { home: false })
  // What is written before the stream of events is open comes with the answer alone, which is held back below.
  await Promise.all([
    staff.waitForResponse((response) => response.url().endsWith('/stream')),
    staff.goto(`/activity?subject=finding&id=${id}`),
  ])
  const field = staff.getByRole('textbox', { name: 'Message' })
  await field.fill('Only between us')
  await staff.getByLabel('Internal: staff only').check()
  // The line is read before the answer to sending it comes, and the next one is being typed by then.
  const sending = await holdAnswer(staff, '**/api/activity/finding/**', 'POST')
  await staff.getByRole('button', { name: 'Send to staff only' }).click()
  await staff.getByRole('listitem').getByText('Only between us', { exact: true }).waitFor()
  await staff.getByLabel('Internal: staff only').uncheck()
  await field.pressSequentially('Please look, @')
  sending.release()
  // Enter chooses the first one, also when the people come after the last key.
  await expect.poll(() => staff.getByRole('option').first().getAttribute('data-combobox-selected')).toBe('true')
  await staff.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toMatch(/^Please look, @\S.* $/)
  await staff.unrouteAll({ behavior: 'wait' })
  const released = Promise.withResolvers<void>()
  let isFailing = true
  await staff.route('**/api/activity/finding/**', async (route) => {
    if (route.request().method() !== 'GET') return route.fallback()
    if (isFailing) return route.fulfill({ status: 502, body: '' })
    // An event may read the thread again by itself: not before 'Try again' was pressed.
    await released.promise
    return route.continue()
  })
  await staff.getByRole('button', { name: 'Send message' }).click()
  await staff.getByText('The activity could not be loaded.').waitFor()
  isFailing = false
  // What is being written stays in the field, also when the thread cannot be read again.
  await field.fill('Half a sentence')
  await staff.getByLabel('Internal: staff only').check()
  await staff.getByRole('button', { name: 'Try again' }).click()
  released.resolve()
  await staff.getByRole('listitem').filter({ hasText: 'Please look, @' }).waitFor()
  expect(await field.inputValue()).toBe('Half a sentence')
  // So it does while another screen is open, and for whom it is.
  await staff.getByRole('link', { name: 'Message Notifications' }).click()
  await staff.waitForURL('**/activity-settings')
  await staff.goBack()
  await expect.poll(() => field.inputValue()).toBe('Half a sentence')
  await expect.poll(() => staff.getByLabel('Internal: staff only').isChecked()).toBe(true)
  await staff.reload()
  await expect.poll(() => field.inputValue()).toBe('Half a sentence')
  await field.press('Escape')
  expect(await field.evaluate((node) => node.matches(':focus'))).toBe(false)
  await shot(staff, 'activity-light')
  expect(await axeFindings(staff)).toEqual([])

  await client.locator('[data-row]').first().getByRole('button', { name: 'Show details' }).click()
  const thread = client.getByRole('region', { name: 'Activity' })
  await thread.getByText('Please look, @').waitFor()
  await expect.poll(() => thread.getByText('Only between us').count()).toBe(0)
  await shot(client, 'activity-client')

  // There is one field to write in: it gives way to that for mentions and files, with what was typed.
  const comment = client.getByRole('textbox', { name: 'Comment', exact: true })
  await comment.fill('With a photo')
  await client.getByRole('button', { name: 'Mention someone or attach a file' }).click()
  await thread.getByRole('button', { name: 'Attach files' }).waitFor()
  await expect.poll(() => client.getByRole('textbox', { name: /Comment|Message/ }).count()).toBe(1)
  await expect.poll(() => comment.inputValue()).toBe('With a photo')
  await shot(client, 'activity-client-files')
  expect(await axeFindings(client)).toEqual([])
  await client.getByRole('button', { name: 'Update comment' }).click()
  await thread.getByRole('listitem').filter({ hasText: 'With a photo' }).waitFor()
  expect(await comment.inputValue()).toBe('')

  // A page of its own, as emails name it, leads to the finding.
  await client.goto(`/activity?subject=finding&id=${id}`)
  await client.getByRole('link', { name: 'Open the finding' }).click()
  await client.waitForURL(/\/app-store-dashboard\?/)
  await expect.poll(() => peeked(client)).toBe(id)
  await staff.goto(`/activity?subject=finding&id=${id}`)
  await staff.getByRole('link', { name: 'Open the finding' }).click()
  await staff.waitForURL(/\/enforcement\?/)
  await expect.poll(() => peeked(staff)).toBe(id)

  await staff.goto('/my-work')
  await staff.getByRole('combobox', { name: 'Platform to take from' }).click()
  await staff.getByRole('option', { name: 'App Store' }).click()
  await staff.getByRole('button', { name: 'Take 10 from the queue' }).click()
  // Those of the demo data were there before; the rows are dimmed until the taken ones are.
  await staff.locator('[data-row]').filter({ hasText: 'App Store' }).first().waitFor()
  await shot(staff, 'my-work-light')
  expect(await axeFindings(staff)).toEqual([])
  await staff.goto('/workload')
  await staff.getByRole('table', { name: 'Workload' }).waitFor()
  await shot(staff, 'workload-light')
  await releasePage(staff)
  await releasePage(client)
})

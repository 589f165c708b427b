import { fetchAnswer } from './fetch-answer.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard, platformNamed, query, rowsOf, settled, wide } from './dashboards.ts'
import { failCalls } from './fail-calls.ts'
import { axeFindings, journey, type Journey, people, problemsOf, releasePage, shot } from './harness.ts'
import { holdCall } from './hold-call.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

test('A-032 a white list that cannot be loaded says so in its dialog, which can be closed', async () => {
  const page = await testApp.openAs('admin', { home: false })
  const end = await failCalls(page, /\/api\/white-label\/[\da-f-]{36}$/)
  await page.goto('/white-label')
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: 'White Label Details' })
  await dialog.getByText('This could not be loaded').waitFor()
  await shot(page, 'failed-white-list-light')
  expect(await axeFindings(page, '[role=dialog]')).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page
    .getByRole('button', { name: /^Edit / })
    .first()
    .click()
  await dialog.getByText('This could not be loaded').waitFor()
  end()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await dialog.getByRole('textbox', { name: 'Whitelabel URL' }).waitFor()
  await releasePage(page)
})

test('A-044 a reset link that could not be checked is not called broken, and is checked again', async () => {
  const page = await testApp.open()
  const end = await failCalls(page, '**/api/users/verify-token')
  await page.goto('/reset-password/not-a-token')
  await page.getByText('This could not be loaded').waitFor()
  expect(await page.getByText('Incorrect URL / Broken URL').count()).toBe(0)
  end()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Incorrect URL / Broken URL').waitFor()
  await page.context().close()
})

test('a text filter whose box is closed at once is applied', async () => {
  const page = await testApp.openAs('client', { home: false })
  await openDashboard(page, platformNamed('e-commerce'), wide)
  await page.getByRole('button', { name: 'More filters' }).click()
  await page.getByRole('group', { name: 'Columns' }).getByRole('button', { name: 'Title', exact: true }).click()
  await page.getByRole('textbox', { name: 'Title contains' }).fill('serum')
  await page.keyboard.press('Escape')
  await page.waitForURL(/[?&]title=serum/)
  await releasePage(page)
})

test('a link to a view that could not be loaded says so', async () => {
  const page = await testApp.openAs('client', { home: false })
  await failCalls(page, '**/api/saved-views?*')
  const view = '4bd0f7db-7413-8ef6-8829-3d271b56d340'
  // Not until all pictures have loaded: the alert may come before, and is gone after five seconds.
  await page.goto(`/${platformNamed('website').value}-dashboard?${wide}&view=${view}`, { waitUntil: 'commit' })
  await page.getByRole('alert').getByText('The view of this link could not be opened. Something went wrong').waitFor()
  await rowsOf(page).first().waitFor()
  await releasePage(page)
})

test('C-348 a notification whose brand is not known shows no records until it is', async () => {
  const page = await testApp.openAs('client', { home: false })
  const [own] = await query<{ id: string }>(
    testApp.databaseUrl,
    `select n.id from notifications n join users u on u.id = n.user_id join notices o on o.id = n.notice_id
     where u.username = '${people.client}' and o.platform = 'website' limit 1`,
  )
  const end = await failCalls(page, '**/api/notifications/*/scope')
  await page.goto(`/website-dashboard?notification=${own!.id}`)
  await page.getByText('This could not be loaded').waitFor()
  expect(await rowsOf(page).count()).toBe(0)
  end()
  await page.getByRole('button', { name: 'Try again' }).click()
  await rowsOf(page).first().waitFor()
  // Somebody else's selects nothing, and does not stop the person.
  await page.goto('/website-dashboard?notification=4bd0f7db-7413-8ef6-8829-3d271b56d340')
  await settled(page)
  expect(await page.getByText('This could not be loaded').count()).toBe(0)
  await releasePage(page)
})

test('email reports: a choice is shown at once, the keyboard stays, and the next one is stored after it', async () => {
  const page = await testApp.openAs('client', { home: false })
  await page.goto('/email-reports')
  const often = page.getByRole('radiogroup', { name: 'Report frequency for All brands' })
  const choice = (name: string) => often.getByRole('radio', { name, exact: true })
  await choice('Never').focus()
  const release = await holdCall(page, '**/api/report-subscriptions')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => choice('Monthly').isChecked()).toBe(true)
  release()
  await expect
    .poll(() => query(testApp.databaseUrl, 'select rhythm from report_subscriptions'))
    .toEqual([{ rhythm: 'monthly' }])
  expect(await choice('Monthly').isChecked()).toBe(true)

  const end = await failCalls(page, '**/api/report-subscriptions')
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('alert').getByText('The stored choices could not be loaded.').waitFor()
  await expect.poll(() => choice('Monthly').isChecked()).toBe(true)
  end()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => page.getByText('The stored choices could not be loaded.').count()).toBe(0)
  expect(problemsOf(page)).toEqual([])
  await releasePage(page)
})

/** A cluster of a seller with some findings. */
async function clusterPath(): Promise<string> {
  const [cluster] = await query<{ id: string }>(
    testApp.databaseUrl,
    `select c.id from clusters c join cluster_values s on s.company_id = c.company_id and s.cluster_id = c.id
     where s.kind = 'seller' and c.findings > 3 order by c.id limit 1`,
  )
  return `/clusters/${cluster!.id}`
}

test('the work of a colleague is never called My Work, and the menu of people says that it could not be loaded', async () => {
  const page = await testApp.openAs('admin', { home: false })
  const [analyst] = await query<{ id: string }>(
    testApp.databaseUrl,
    `select id from users where username = '${people.analyst}'`,
  )
  const end = await failCalls(page, '**/api/work/board')
  await page.goto(`/my-work?person=${analyst!.id}`)
  await page.getByRole('heading', { level: 1, name: 'Work of a colleague' }).waitFor()
  await page.goto(await clusterPath())
  await rowsOf(page).first().getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByText('The people could not be loaded. Something went wrong').waitFor()
  await shot(page, 'failed-people-light')
  end()
  await page.getByRole('menuitem', { name: 'Try again' }).click()
  await page.getByRole('menuitem', { name: 'Me', exact: true }).waitFor()
  await releasePage(page)
})

test('joining a cluster says how many further ones are found by typing more', async () => {
  const page = await testApp.openAs('analyst', { home: false })
  await page.route('**/api/clusters?*', async (route) => {
    const response = await fetchAnswer(route)
    return route.fulfill({ response, json: { ...(await response.json()), totalDocs: 500 } })
  })
  await page.goto(await clusterPath())
  await page.getByRole('button', { name: 'Join', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Cluster of the same company').fill('a')
  await dialog.getByText(/^4\d\d more: keep typing$/).waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await releasePage(page)
})

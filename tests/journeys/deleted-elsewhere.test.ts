import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { query } from './dashboards.ts'
import { axeFindings, type Journey, journey, problemsOf, shot } from './harness.ts'
import { alert, closeAlert } from './sign-in-steps.ts'

let testApp: Journey
let admin: Page
beforeAll(async () => {
  testApp = await journey()
  admin = await testApp.openAs('admin')
})
afterAll(() => testApp.end())

const gone = 'This record no longer exists.'
const rows = () => admin.locator('tr[data-row]')

/** Deletes a record as another tab would, after this page has loaded it. */
const removeElsewhere = (table: string, id: string) =>
  query(
    testApp.databaseUrl,
    table === 'shared_hosts' || table === 'abuse_contacts'
      ? `delete from ${table} where id = '${id}'`
      : `update ${table} set deleted_at = now(), version = version + 1 where id = '${id}'`,
  )

/** The alert, or the dialog of the clearinghouse's screen, which is then closed. */
async function gotAlert(): Promise<void> {
  const dialog = admin.getByRole('dialog', { name: 'Oops...' })
  const sentence = new RegExp(`${gone}$`)
  await dialog.or(alert(admin, sentence)).first().waitFor()
  if (!(await dialog.isVisible())) return closeAlert(admin, sentence)
  await dialog.getByText(gone).waitFor()
  await dialog.getByRole('button', { name: 'OK' }).click()
  await dialog.waitFor({ state: 'detached' })
}

test.each([
  ['A-029', '/tmch', 'trademarks', 'Update'],
  ['A-025', '/users', 'users', 'Update'],
  ['A-011', '/companies', 'companies', 'Save'],
  ['A-017', '/brands', 'brands', 'Save'],
  ['A-032', '/white-label', 'white_lists', 'Update'],
  ['A-037', '/enforcement-configuration', 'enforcement_configurations', 'Update'],
  ['', '/shared-hosts', 'shared_hosts', 'Save'],
  ['', '/abuse-contacts', 'abuse_contacts', 'Save'],
])(
  '%s %s: a record that was deleted in another tab cannot be saved, and the form says so',
  async (_row, path, table, save) => {
    await admin.goto(path)
    const [first, second] = [rows().nth(0), rows().nth(1)]
    const ids = [await first.getAttribute('data-row'), await second.getAttribute('data-row')] as string[]
    await first.getByRole('button', { name: /^Edit / }).click()
    const form = admin.locator('[role=dialog]:has(form)')
    await form.getByRole('button', { name: save, exact: true }).waitFor()
    if (path === '/tmch') await form.getByLabel('Mark Name').fill('What was typed')
    await removeElsewhere(table, ids[0]!)
    await form.getByRole('button', { name: save, exact: true }).click()
    // A company that cannot be saved raises no alert.
    if (path !== '/companies') await gotAlert()
    await form.getByText(`${gone} Your changes cannot be saved.`).waitFor()
    await expect.poll(() => form.getByRole('button', { name: save, exact: true }).count()).toBe(0)
    // The list behind was read again, and closing asks nothing.
    await expect.poll(() => admin.locator(`tr[data-row="${ids[0]}"]`).count()).toBe(0)
    if (path === '/tmch') {
      await shot(admin, 'deleted-elsewhere')
      expect(await axeFindings(admin, '[role=dialog]')).toEqual([])
    }
    await form.getByRole('button', { name: 'Close', exact: true }).last().click()
    await form.waitFor({ state: 'detached' })

    // Deleting what is gone says the same and reads the list again; a company's deletion has one text.
    if (path === '/companies') return
    await removeElsewhere(table, ids[1]!)
    await admin
      .locator(`tr[data-row="${ids[1]}"]`)
      .getByRole('button', { name: /^Delete / })
      .click()
    await admin.getByRole('button', { name: 'Delete', exact: true }).click()
    await gotAlert()
    await expect.poll(() => admin.locator(`tr[data-row="${ids[1]}"]`).count()).toBe(0)
    expect(problemsOf(admin).filter((problem) => !problem.includes('404'))).toEqual([])
  },
)

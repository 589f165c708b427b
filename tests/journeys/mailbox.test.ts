import { afterAll, beforeAll, expect, test } from 'vitest'
import { findInEmails } from './emails.ts'
import { axeFindings, type Journey, journey, problemsOf, shot, signIn } from './harness.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

test('the Admin of the demo data reads in the mailbox the code that a person waits for', async () => {
  const waiting = await testApp.open()
  await signIn(waiting, 'twoFactor')
  // The mailbox shows what had been sent when it was opened.
  await findInEmails(testApp, /(one-time code)/)
  const admin = await testApp.openAs('admin')
  await admin.getByRole('button', { name: 'User menu' }).click()
  await admin.getByRole('menuitem', { name: 'Mailbox' }).click()
  await admin.waitForURL('**/mailbox')
  await admin
    .getByRole('button', { name: /one-time code/ })
    .first()
    .click()
  const text = await admin.getByText(/Your one-time code is \d{6}/).textContent()
  await shot(admin, 'mailbox')
  expect(await axeFindings(admin)).toEqual([])
  expect(problemsOf(admin)).toEqual([])
  const code = /code is (\d{6})/.exec(text ?? '')?.[1] ?? ''
  for (const [at, digit] of code.split('').entries()) await waiting.getByLabel(`Digit ${at + 1}`).fill(digit)
  await waiting.waitForURL('**/client-dashboard')
})

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EnforcingJourney, enforcingJourney, openAddEnforcement, pick } from './enforcing.ts'
import { axeFindings, problemsOf, shot } from './harness.ts'
import { button } from './upload-steps.ts'

let testApp: EnforcingJourney
beforeAll(async () => {
  testApp = await enforcingJourney()
})
afterAll(() => testApp.end())

test('the email and the text message that led to a page go to the desk with the notice, without their recipients', async () => {
  const file = join(testApp.folder, 'lure.eml')
  writeFileSync(
    file,
    [
      'Received: from mx.spam.example ([192.0.2.9]) for <jane@victim.example>; Fri, 20 Nov 2026 10:00:00 +0000',
      'From: Your bank <security@spam.example>',
      'To: Jane <jane@victim.example>',
      'Subject: Your account is locked',
      'Date: Fri, 20 Nov 2026 09:59:00 +0000',
      '',
      'Hello Jane, sign in.',
    ].join('\r\n'),
  )
  const page = await testApp.openAs('analyst', { home: false })
  const dialog = await openAddEnforcement(page)
  const group = dialog.getByRole('group', { name: 'Message that led to the page' })
  await group.getByText('Abuse desks ask for the email').waitFor()
  const below = group.locator('xpath=following-sibling::*[1]')
  const gap = async () => {
    const [above, next] = [(await group.boundingBox())!, (await below.boundingBox())!]
    return next.y - above.y - above.height
  }
  await expect.poll(gap, { message: 'the check does not touch the hint above it' }).toBeGreaterThanOrEqual(8)
  await group.locator('input[type=file]').setInputFiles(file)
  await group.getByText('Your account is locked').waitFor()
  await group.getByRole('button', { name: 'Paste text' }).click()
  await group.getByRole('textbox', { name: 'Message' }).fill('Your parcel waits: https://parcel.example/x')
  await group.getByRole('textbox', { name: 'Sender or number' }).fill('+91 98200 00000')
  await shot(page, 'phishing-message-paste')
  expect(await axeFindings(page)).toEqual([])
  await group.getByRole('button', { name: 'Add message' }).click()
  await group.getByText('+91 98200 00000').waitFor()
  await shot(page, 'phishing-messages')
  for (const [label, text] of [
    ['Registrar', 'Namekeep Registrar'],
    ['IP Address', '203.0.113.7'],
    ['Hosting', 'Cloudmoor'],
  ] as const)
    await dialog.getByRole('textbox', { name: label }).fill(text)
  await pick(page, 'Action Taken', 'Abuse E-mail Sent')
  await pick(page, 'Abuse Email', 'Other (Enter manually)')
  await dialog.getByLabel('Other Abuse Email').fill('takes@desk.test')
  await button(page, 'Send Enforcement').click()
  await button(page, 'Send Now').click()
  await expect.poll(() => testApp.smtp.received.length, { timeout: 30_000 }).toBe(1)
  const mail = await PostalMime.parse(testApp.smtp.received[0]!.text)
  expect(mail.text).toContain('MESSAGE THAT LEADS TO THE PAGE')
  expect(mail.text).toContain('“From: +91 98200 00000 Your parcel waits: https://parcel.example/x”')
  const copy = mail.attachments.find(({ filename }) => filename === 'message-1.txt')!
  const text = new TextDecoder().decode(copy.content as ArrayBuffer)
  expect(text).toContain('Received: from mx.spam.example ([192.0.2.9]) for <[masked]>')
  expect(testApp.smtp.received[0]!.text).not.toContain('jane@victim.example')
  expect(problemsOf(page)).toEqual([])
})

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDashboard, platformNamed, wide } from './dashboards.ts'
import { axeFindings, journey, type Journey, problemsOf, releasePage, shot } from './harness.ts'
import { button } from './upload-steps.ts'

let testApp: Journey
beforeAll(async () => {
  testApp = await journey()
})
afterAll(() => testApp.end())

const picture = {
  name: 'shelf.jpg',
  mimeType: 'image/jpeg',
  buffer: readFileSync(new URL('../fixtures/pictures/bridge.jpg', import.meta.url)),
}
const noteNamed = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(`Seen in ${name}`) })

test('files are attached to a message, at most five, and opened by who reads it', async () => {
  const client = await testApp.openAs('client', { home: false })
  await openDashboard(client, platformNamed('app-store'), `${wide}&status=33`)
  const id = (await client.locator('[data-row]').first().getAttribute('data-row'))!
  await client.goto(`/activity?subject=finding&id=${id}`)
  const message = client.getByRole('group', { name: 'Message' })
  const input = message.locator('input[type=file]')
  const attached = message.getByRole('button', { name: /^Remove / })
  const tooMany = message.getByRole('alert').getByText('At most 5 files can be attached to one message')

  await input.setInputFiles([1, 2, 3, 4, 5, 6].map((n) => noteNamed(`note ${n}.txt`)))
  await tooMany.waitFor()
  expect(await attached.count()).toBe(0)
  await input.setInputFiles([picture, noteNamed('note 1.txt')])
  await button(client, 'Remove note 1.txt').waitFor()
  expect(await tooMany.count()).toBe(0)
  await input.setInputFiles([3, 4, 5, 6].map((n) => noteNamed(`note ${n}.txt`)))
  await tooMany.waitFor()
  await shot(client, 'attachments-refused')
  expect(await attached.count()).toBe(2)
  await input.setInputFiles({
    name: 'note 7.txt',
    mimeType: 'text/plain',
    buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0]),
  })
  await message.getByRole('alert').filter({ hasText: 'a png, jpg, webp or gif picture' }).waitFor()
  await button(client, 'Remove note 1.txt').click()
  await message.getByRole('textbox', { name: 'Message' }).fill('This is what I saw')
  await button(client, 'Send message').click()

  const sent = client.getByRole('listitem').filter({ hasText: 'This is what I saw' })
  await sent.getByRole('button', { name: 'Open shelf.jpg' }).waitFor()
  expect(await attached.count()).toBe(0)
  expect(await message.getByRole('alert').count()).toBe(0)
  await shot(client, 'attachments')
  expect(await axeFindings(client)).toEqual([])

  const staff = await testApp.openAs('analyst', { home: false })
  await staff.goto(`/activity?subject=finding&id=${id}`)
  await button(staff, 'Open shelf.jpg').click()
  const shown = staff.getByRole('dialog').getByRole('img', { name: 'shelf.jpg' })
  await expect
    .poll(() => shown.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth))
    .toBeGreaterThan(0)
  expect(problemsOf(staff)).toEqual([])

  // A picture of too many pixels, which has no small version, is not fetched before somebody wants it.
  const asked: string[] = []
  staff.on('request', (request) => void asked.push(request.url()))
  await staff.route('**/api/files/**size=card', (route) => route.fulfill({ status: 404, json: { message: 'x' } }))
  await staff.reload()
  await button(staff, 'Open shelf.jpg').click()
  await staff.getByText('This picture cannot be shown here. It may be too large.').waitFor()
  expect(asked.filter((address) => address.includes('/api/files/') && !address.includes('size='))).toEqual([])
  const [original] = await Promise.all([staff.waitForEvent('download'), button(staff, 'Download original').click()])
  expect(original.suggestedFilename()).toBe('shelf.jpg')
  await releasePage(staff)
  await releasePage(client)
})

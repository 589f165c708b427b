import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EnforcingJourney, enforcingJourney, openAddEnforcement } from './enforcing.ts'
import { axeFindings, problemsOf, shot } from './harness.ts'

let testApp: EnforcingJourney
beforeAll(async () => {
  testApp = await enforcingJourney({ recallSeconds: 60 })
})
afterAll(() => testApp.end())

test('a counterfeit that was approved as phishing says so before it leaves, and its genuine article is chosen', async () => {
  // Every one that is open is phishing in this world: approved as that, and then corrected. Which one is the first depends
  // on the moment of the demo world, so that those that were approved there are approved again.
  await testApp.pool.query("update findings set status = '33' where platform = 'website' and status = '22'")
  await testApp.pool.query("update findings set status = '22' where platform = 'website' and status = '33'")
  await testApp.pool.query("update findings set reason_code = '234' where platform = 'website' and status = '22'")
  await testApp.pool.query(
    `insert into brand_references (id, brand_id, kind, label, image_key, created_by)
      select gen_random_uuid(), b.id, 'picture', n.label, (select key from files where media_type like 'image/%' limit 1), u.id
      from brands b, (values ('Demo serum'), ('Demo lipstick')) as n (label), (select id from users limit 1) u
      where b.brand_name = 'Demo Brand' on conflict do nothing`,
  )
  const page = await testApp.openAs('analyst', { home: false })
  const dialog = await openAddEnforcement(page)
  await dialog.getByText(/^Approved as “Phishing” on .+, reported as “Counterfeit goods”$/).waitFor()
  const proofs = dialog.getByRole('group', { name: 'Proof of the counterfeit' })
  await proofs.getByRole('combobox', { name: 'Genuine article' }).click()
  await page.getByRole('option', { name: 'Demo lipstick' }).click()
  await page.getByText('Notices will state your choice').first().waitFor()
  await proofs.getByRole('img', { name: 'Genuine article' }).waitFor()
  await proofs.scrollIntoViewIfNeeded()
  await shot(page, 'chosen-proofs')
  expect(await axeFindings(page)).toEqual([])
  await page.setViewportSize({ width: 375, height: 740 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await proofs.scrollIntoViewIfNeeded()
  await shot(page, 'chosen-proofs-phone')
  expect(await axeFindings(page)).toEqual([])
  expect(problemsOf(page)).toEqual([])
})

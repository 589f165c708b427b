import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { renormaliseAddresses } from '#features/findings/contract-jobs.ts'
import { identityKey } from '#features/findings/server/identity-key.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { sql } from '#kit/server/db.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { newId } from '#kit/server/id.ts'
import { website } from '#platforms/website.ts'
import { bareAddress, normaliseAddress } from '#vocabulary/addresses.ts'

const { at, post } = setUpActionTests()

test('stored keys follow the normal form of addresses; of two that fall together both stay', async () => {
  const { db } = at.testApp.app
  const { parent: companyId } = at.world.companies
  const { own: brandId } = at.world.brands
  const addresses = [
    'https://old-form.example:443/%7euser/',
    'https://old-form.example/a/../b?',
    'https://old-form.example/b',
    'https://old-form.example/#/route',
  ]
  const ids = await addFindings(
    db,
    website,
    addresses.map((url) => ({ companyId, brandId, url })),
  )
  const before = addresses.map((url) => identityKey(website, bareAddress(url)))
  const after = addresses.map((url) => identityKey(website, normaliseAddress(url)))
  for (const [index, id] of ids.entries())
    await sql`update findings set identity_key = ${before[index]} where id = ${id}`.execute(db)
  const listId = newId()
  await sql`insert into white_lists (id, company_id) values (${listId}, ${companyId})`.execute(db)
  await sql`insert into white_list_entries (list_id, company_id, position, normalised, written)
    values (${listId}, ${companyId}, 1, 'own.example/%c3%a9', null), (${listId}, ${companyId}, 2, 'own.example:443', 'https://own.example:443')`.execute(
    db,
  )
  const submitted = await post('client-request', {
    company: companyId,
    brand: brandId,
    platform: 'website',
    rows: [{ brand: '', domain: 'https://asked.example:443/x/./y', remarks: 'Seen today' }],
  })
  expect(submitted.statusCode, submitted.body).toBe(200)
  const requested = 'https://asked.example:443/x/./y'
  await sql`update client_requests set identity_key = ${identityKey(website, bareAddress(requested))} where domain = ${requested}`.execute(
    db,
  )

  await enqueue(db, renormaliseAddresses, {})
  await at.testApp.runJobs()
  const keys = await sql`select identity_key as key from findings
    where id = any(${ids}::uuid[]) order by array_position(${ids}::uuid[], id)`.execute<{ key: string }>(db)
  expect(keys.rows.map(({ key }) => key)).toEqual([after[0], before[1], after[2], after[3]])
  const entries =
    await sql`select normalised, written from white_list_entries where list_id = ${listId} order by position`.execute(
      db,
    )
  expect(entries.rows).toEqual([
    { normalised: 'own.example/%C3%A9', written: 'own.example/%c3%a9' },
    { normalised: 'own.example', written: 'https://own.example:443' },
  ])
  const request = await sql`select identity_key as key from client_requests where domain = ${requested}`.execute(db)
  expect(request.rows).toEqual([{ key: identityKey(website, normaliseAddress(requested)) }])
})

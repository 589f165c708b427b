import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { fillRegistrations } from './fill-registrations.ts'
import { setUpSearchTests } from './testing-searches.ts'

const tests = setUpActionTests()
const { at } = tests
const { up, save, search, searched } = setUpSearchTests(tests)

test('names on shared hosts, and those of a busy registry, do not keep others from being filled in', async () => {
  const { db } = at.database
  for (const name of ['acme-login.test', 'acme-pay.busy']) up.world.register(name)
  await save()
  await search()
  expect(await searched()).toHaveLength(2)
  await rows(db, sql`delete from registrations`)
  await rows(
    db,
    sql`update searched_domains set registrar = null, registered_on = null,
      created_at = now() - make_interval(hours => case domain when 'acme-pay.busy' then 2 else 1 end)`,
  )
  await rows(
    db,
    sql`insert into searched_domains select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(),
        'domain', 'acme-' || n || '.github.io', 'created_at', now() - interval '3 hours'))).*
      from searched_domains d, generate_series(1, 250) n where domain = 'acme-login.test'`,
  )
  await rows(db, sql`delete from server_budgets`)
  // One turn per server and hour: the registry of .busy has had its turn.
  const registry = { ...up.world.deps.registry, secondsBetween: 3600 }
  await rows(
    db,
    sql`insert into searched_domains select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(),
        'domain', 'acme-' || n || '.busy', 'created_at', now() - interval '2 hours'))).*
      from searched_domains d, generate_series(1, 12) n where domain = 'acme-pay.busy'`,
  )
  await fillRegistrations(db, { registry })
  const filled = await rows(db, sql`select domain from searched_domains where registrar is not null order by 1`)
  expect(filled).toContainEqual({ domain: 'acme-login.test' })
})

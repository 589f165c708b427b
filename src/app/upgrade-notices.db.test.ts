import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultTexts } from '#features/escalations/messages.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { migrate } from '#kit/server/migrate.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'

const all = join(import.meta.dirname, '../../db/migrations')
/** The last migration before notices kept whose desk they went to. */
const lastBefore = '0163_named_hosts.sql'

let database: TestDatabase
let folder: string
beforeAll(async () => {
  database = await testDatabase('template1')
  folder = mkdtempSync(join(tmpdir(), 'before-desks-'))
  for (const name of readdirSync(all).filter((one) => one <= lastBefore)) cpSync(join(all, name), join(folder, name))
  await migrate({ url: database.url, folder })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await database.drop()
})

const [company, brand, user, configuration] = [newId(), newId(), newId(), newId()]

type Old = {
  domain: string
  email?: string | null
  action?: string
  registrar?: string | null
  hosting?: string | null
  ip?: string
  step?: 'host' | 'registrar'
}

/** An enforcement record of a domain, as it was stored before; returns its id. */
async function addRecord(old: Old): Promise<string> {
  const { domain, email = null, action = 'Abuse E-mail Sent', registrar = 'Namekeep', hosting = 'Zonehost', step } = old
  const [finding, id] = [newId(), newId()]
  const { db } = database
  await rows(
    db,
    sql`insert into findings (company_id, id, brand_id, platform, reporting_date, status, priority, identity_key)
      values (${company}, ${finding}, ${brand}, 'domain', '2026-03-01', '11', 'High', gen_random_uuid())`,
  )
  await rows(
    db,
    sql`insert into findings_domain (company_id, finding_id, domain) values (${company}, ${finding}, ${domain})`,
  )
  await rows(
    db,
    sql`insert into enforcements (id, company_id, finding_id, registrar, hosting, ip_address, action_taken, action_date,
        status, abuse_email, created_at)
      values (${id}, ${company}, ${finding}, ${registrar}, ${hosting}, ${old.ip ?? '203.0.113.1'}, ${action}, '2026-03-04', '11',
        ${email}, '2026-03-09T10:00:00Z')`,
  )
  if (step) {
    const run = newId()
    await rows(
      db,
      sql`insert into escalation_runs (id, company_id, finding_id, configuration_id, notice_id, began_at, since, state)
        values (${run}, ${company}, ${finding}, ${configuration}, ${id}, now(), now(), 'stopped')`,
    )
    await rows(
      db,
      sql`insert into escalation_events (id, run_id, what, kind, enforcement_id)
        values (${newId()}, ${run}, 'sent', ${step}, ${id})`,
    )
  }
  return id
}

test('old notices get the desk that can be told, forms their moment, steps no claim that was not checked', async () => {
  const { db, pool } = database
  await pool.query(`
    insert into companies (id, name, legal_name) values ('${company}', 'Old', 'Old Ltd');
    insert into brands (id, company_id, brand_name) values ('${brand}', '${company}', 'Oldie');
    insert into users (id, username, email, first_name, last_name, role)
      values ('${user}', 'a@old.test', 'a@old.test', 'A', 'Old', 'Analyst');
    insert into enforcement_configurations (id, company_id, brand_id, platform, enabled, mail_body)
      values ('${configuration}', '${company}', '${brand}', 'domain', true, '{About}');
    insert into registrations (subject, outcome, name, emails) values
      ('domain:namekeep-customer.test', 'found', 'Namekeep', '{Abuse@namekeep.test}'),
      ('ip:203.0.113.7', 'found', 'Zonehost', '{abuse@zonehost.test}');
    insert into registrations (subject, outcome, name, form) values
      ('domain:by-form.test', 'found', 'Formkeep', 'https://formkeep.test/report');
    insert into abuse_contacts (name, email, created_by) values
      ('Contacthost', 'abuse@contacthost.test', null),
      ('Both', 'abuse@both.test', null),
      ('Typed Names', 'abuse@typed.test', '${user}'), ('Typed Host', 'abuse@typed.test', '${user}');
  `)
  const ids = {
    platform: await addRecord({ domain: 'bank.github.io', email: 'abuse@github.com' }),
    registrar: await addRecord({ domain: 'Login.Namekeep-Customer.test', email: 'abuse@namekeep.test' }),
    host: await addRecord({ domain: 'b.example', email: 'ABUSE@zonehost.test', ip: '203.0.113.7' }),
    step: await addRecord({ domain: 'c.example', email: 'desk@nobody.test', step: 'registrar' }),
    contact: await addRecord({ domain: 'd.example', email: 'abuse@contacthost.test', hosting: 'Contacthost Ltd' }),
    both: await addRecord({ domain: 'e.example', email: 'abuse@both.test', registrar: 'Both', hosting: 'Both' }),
    typed: await addRecord({
      domain: 'f.example',
      email: 'abuse@typed.test',
      registrar: 'Typed Names',
      hosting: 'Typed Host',
    }),
    plain: await addRecord({ domain: 'g.example', action: 'Legal Notice Sent' }),
    platformForm: await addRecord({ domain: 'bank.pages.dev', action: 'Platform Form Submitted' }),
    registrarForm: await addRecord({ domain: 'x.by-form.test', action: 'Platform Form Submitted', registrar: null }),
    unknownForm: await addRecord({ domain: 'h.example', action: 'Platform Form Submitted' }),
  }
  const own = 'Our own words: it is still there.'
  const oldLines = {
    reminder: 'The page infringes the rights of {{company}} in {{brand}}, and it is still there.',
    host: 'We wrote to {{noticeAddress}} about it on {{noticeDate}} (Message-ID {{noticeId}}); it is still there.',
  }
  const steps = [
    { id: newId(), kind: 'reminder', days: 3, text: ['Dear team,', oldLines.reminder, own] },
    { id: newId(), kind: 'host', days: 4, text: [oldLines.host] },
    { id: newId(), kind: 'icann', days: 5, text: [] },
  ]
  await rows(
    db,
    sql`insert into escalations (configuration_id, steps) values (${configuration}, ${JSON.stringify(steps)}::jsonb)`,
  )
  await rows(
    db,
    sql`insert into finding_lookups (company_id, finding_id, tries, next_at)
      select company_id, finding_id, 9, null from findings_domain where domain in ('bank.github.io', 'g.example')`,
  )
  await rows(
    db,
    sql`update findings_domain set registrar = 'a', ip_address = 'b', hosting = 'c' where domain = 'g.example'`,
  )

  await migrate({ url: database.url, folder: all })

  const found = await rows<{ id: string; kind: string | null; name: string | null; form: string | null; at: string }>(
    db,
    sql`select id, desk_kind as kind, desk_name as name, form, submitted_at as at from enforcements`,
  )
  const of = (name: keyof typeof ids) => {
    const { kind, name: desk, form, at } = found.find(({ id }) => id === ids[name])!
    return [kind, desk, form, at]
  }
  const byEmail = [null, null]
  expect(of('platform')).toEqual(['platform', 'GitHub Pages', ...byEmail])
  expect(of('registrar')).toEqual(['registrar', 'Namekeep', ...byEmail])
  expect(of('host')).toEqual(['host', 'Zonehost', ...byEmail])
  expect(of('step')).toEqual(['registrar', 'Namekeep', ...byEmail])
  expect(of('contact')).toEqual(['host', 'Contacthost Ltd', ...byEmail])
  expect(of('both'), 'one company that is both').toEqual(['registrar', 'Both', ...byEmail])
  expect(of('typed'), 'it may be either’s').toEqual([null, null, ...byEmail])
  expect(of('plain')).toEqual([null, null, ...byEmail])
  expect(of('unknownForm')).toEqual([null, null, ...byEmail])
  const day = '2026-03-04T23:59:59.000Z'
  expect(of('platformForm')).toEqual(['platform', 'Cloudflare Pages', 'https://abuse.cloudflare.com/', day])
  expect(of('registrarForm')).toEqual(['registrar', 'Formkeep', 'https://formkeep.test/report', day])
  const clocks = await rows(
    db,
    sql`select c.sent_at from finding_clocks c join enforcements e on e.finding_id = c.finding_id
      where e.id = any(${[ids.platformForm, ids.unknownForm]}::uuid[]) order by c.sent_at nulls last`,
  )
  expect(clocks).toEqual([{ sent_at: day }, { sent_at: null }])
  expect(await rows(db, sql`select 1 from escalation_inbox`), 'nothing is sent about what is long past').toEqual([])

  const [saved] = await rows<{ steps: { text: string[] }[] }>(db, sql`select steps from escalations`)
  expect(saved!.steps.map(({ text }) => text)).toEqual([
    ['Dear team,', defaultTexts.reminder[3], own],
    [defaultTexts.host[3]],
    [],
  ])
  expect(
    await rows(
      db,
      sql`select d.domain, l.next_at is not null as due from finding_lookups l
        join findings_domain d on d.finding_id = l.finding_id order by d.domain`,
    ),
  ).toEqual([
    { domain: 'bank.github.io', due: true },
    { domain: 'g.example', due: false },
  ])
})

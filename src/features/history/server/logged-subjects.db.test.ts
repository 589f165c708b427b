import { describe, expect, test } from 'vitest'
import { setUpActionTests, setUpAdminTests } from '#app/testing-world.ts'
import { sampleCompany } from '#features/companies/server/testing.ts'
import type { DataRecord } from '#features/history/contract.ts'
import { sampleRows } from '#features/intake/server/testing.ts'
import { formOf } from '#features/users/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { domain } from '#platforms/domain.ts'

const { at, request, upload } = setUpAdminTests()

/** The newest lines of the data log, newest first. */
async function newest(count = 1, query = ''): Promise<DataRecord[]> {
  const answer = await request('GET', `/data-log?perPage=${count}${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ docs: DataRecord[] }>().docs
}
async function done(answer: ReturnType<typeof request>): Promise<{ id: string; version: number }> {
  const { statusCode, body, json } = await answer
  expect(statusCode, body).toBe(200)
  return json().data
}

describe('the data log tells what a change was about', () => {
  test('A-061 a user: who was blocked, given another password and deleted, without any secret', async () => {
    const form = formOf('Client', 'kiran', { company: at.world.companies.parent })
    const { id } = await done(request('POST', '/users/create', form))
    expect(await newest()).toMatchObject([
      { type: 'add', subject: 'Ada Byron (kiran@mail.test)', recordId: id, company: 'Acme', changes: [] },
    ])
    const changed = { ...form, lastName: 'King', isBlocked: 1, passwordHash: 'Second-Tarn-27' }
    await done(request('POST', `/users/update/${id}`, changed))
    expect((await newest())[0]).toMatchObject({
      type: 'update',
      subject: 'Ada King (kiran@mail.test)',
      recordId: id,
      changes: [
        { field: 'Last name', before: 'Byron', after: 'King' },
        { field: 'Blocked', before: 'No', after: 'Yes' },
        { field: 'Password', before: '', after: 'Changed' },
      ],
    })
    expect((await request('DELETE', `/users/${id}`)).statusCode).toBe(200)
    expect((await newest())[0]).toMatchObject({
      type: 'delete',
      subject: 'Ada King (kiran@mail.test)',
      recordId: id,
      company: 'Acme',
    })
    const stored = await rows<{ line: string }>(at.database.db, sql`select to_jsonb(l)::text as line from data_log l`)
    const [{ hash }] = (await rows<{ hash: string }>(
      at.database.db,
      sql`select password_hash as hash from users where id = ${id}`,
    )) as [{ hash: string }]
    for (const { line } of stored)
      for (const secret of [hash, 'First-Tarn-26', 'Second-Tarn-27', 'scrypt', 'argon2'])
        expect(line).not.toContain(secret)
  })

  test('a sheet of users: each person and each field of each', async () => {
    const cells = (name: string, more: object = {}) => ({
      email: `${name}@mail.test`,
      firstName: 'Ada',
      lastName: name,
      mobile: '+919800012345',
      role: 'Analyst',
      employeeCode: name,
      ...more,
    })
    const sheet = (some: object[]) => request('POST', '/users/import', { rows: some, apply: true })
    const first = await sheet(['one', 'two'].map((name) => cells(name, { firstPassword: 'First-Tarn-26' })))
    expect(first.json(), first.body).toMatchObject({ applied: true })
    expect((await newest())[0]).toMatchObject({ subject: 'Ada one (one@mail.test), Ada two (two@mail.test)' })
    const second = await sheet([cells('one', { isBlocked: 'Yes' }), cells('two', { mobile: '+919800054321' })])
    expect(second.json(), second.body).toMatchObject({ applied: true })
    expect((await newest())[0]).toMatchObject({
      type: 'update',
      totalAffectedRecords: 2,
      recordId: null,
      changes: [
        { field: 'Ada one (one@mail.test): Blocked', before: 'No', after: 'Yes' },
        { field: 'Ada two (two@mail.test): Mobile', before: '+919800012345', after: '+919800054321' },
      ],
    })
  })

  test('a company and a brand: name, changed fields, and what was deleted', async () => {
    const company = await done(request('POST', '/company', sampleCompany))
    await done(request('POST', '/company/edit', { ...sampleCompany, companyId: company.id, city: 'Pune' }))
    expect((await newest())[0]).toMatchObject({
      model: 'Company',
      subject: 'Northwind',
      recordId: company.id,
      company: 'Northwind',
      changes: [{ field: 'City', before: 'Kochi', after: 'Pune' }],
    })
    const watch = { startDate: '2024-01-01', endDate: '2025-01-01', reportingPeriod: 'Weekly' }
    const form = {
      company: company.id,
      brandName: 'Kestrel',
      searchTerm: 'kestrel tea',
      category: 'Beverages',
      platform: { domain: watch, tmch: watch },
    }
    const brand = await done(request('POST', '/brand', form))
    await done(request('POST', '/brand/edit', { ...form, brandId: brand.id, status: false }))
    expect((await newest())[0]).toMatchObject({
      model: 'Brand',
      subject: 'Kestrel',
      company: 'Northwind',
      changes: [{ field: 'Status', before: 'Enabled', after: 'Disabled' }],
    })
    await done(request('POST', `/brand/delete-platform/${brand.id}/tmch`))
    expect((await newest())[0]!.changes).toEqual([
      {
        field: 'Platform TMCH',
        before: 'endDate: 2025-01-01, startDate: 2024-01-01, reportingPeriod: Weekly',
        after: '',
      },
    ])
    expect((await request('DELETE', `/brand/delete/${brand.id}`)).statusCode).toBe(200)
    expect((await request('DELETE', `/company/delete/${company.id}`)).statusCode).toBe(200)
    expect(await newest(2)).toMatchObject([
      { type: 'delete', model: 'Company', subject: 'Northwind', recordId: company.id },
      { type: 'delete', model: 'Brand', subject: 'Kestrel', recordId: brand.id, company: 'Northwind' },
    ])
  })

  test('an enforcement configuration, an escalation, a white list, a mark, a shared host and a list desk', async () => {
    const { companies, brands } = at.world
    const path = '/enforcement-mail-configuration'
    const draft = {
      company: companies.parent,
      brand: brands.own,
      platform: 'domain',
      mailBody: ['Dear {{registrar}},'],
    }
    const { id } = await done(request('POST', path, draft))
    await done(request('POST', `${path}/edit`, { EnforcementConfigId: id, mailBody: ['Hello {{registrar}},'] }))
    expect((await newest())[0]).toMatchObject({
      model: 'EnforcementConfiguration',
      subject: 'Acme, Acme One, Domain',
      recordId: id,
      changes: [{ field: 'Mail Content', before: 'Dear {{registrar}},', after: 'Hello {{registrar}},' }],
    })
    const step = { kind: 'icann', days: 3 }
    const escalation = { enabled: true, stopsOnReply: true, steps: [step] }
    await done(request('POST', `/escalations/${id}`, escalation))
    await done(request('POST', `/escalations/${id}`, { ...escalation, stopsOnReply: false, version: 1 }))
    expect((await newest())[0]).toMatchObject({
      model: 'Escalation',
      subject: 'Acme, Acme One, Domain',
      changes: expect.arrayContaining([{ field: 'Stops on reply', before: 'Yes', after: 'No' }]) as object[],
    })
    expect((await request('DELETE', `${path}/${id}`)).statusCode).toBe(200)
    expect((await newest())[0]).toMatchObject({ type: 'delete', subject: 'Acme, Acme One, Domain' })

    const file = (await upload('white-label', 'mine.txt', Buffer.from('a.example\nb.example'))).json().Data[0].Location
    const list = await done(
      request('POST', '/white-label/save', {
        ...draft,
        platform: 'website',
        locationURL: file as string,
        status: true,
      }),
    )
    await done(
      request('POST', '/white-label/edit', { whitelabelId: list.id, whitelabelUrl: ['b.example', 'c.example'] }),
    )
    expect((await newest())[0]).toMatchObject({
      model: 'WhiteLabel',
      subject: 'Acme, Acme One, Website',
      changes: [{ field: 'Addresses', before: 'a.example', after: 'c.example' }],
    })

    const mark = {
      company: companies.parent,
      brand: brands.own,
      markName: 'Acme & Sons',
      reportingDate: '2024-05-01',
      markType: 'Registered Trademark',
      status: 'Verified',
      startDate: '2023-01-01',
      expiryDate: '2030-01-01',
      sunriseFlag: 'Yes',
      notifications: 3,
    }
    const saved = await done(request('POST', '/tmch/save', mark))
    await done(request('PUT', `/tmch/${saved.id}`, { ...mark, sunriseFlag: 'No' }))
    expect((await newest())[0]).toMatchObject({
      model: 'TMCH',
      subject: 'Acme & Sons, Acme One',
      changes: [{ before: 'Yes', after: 'No' }],
    })

    const host = {
      suffix: 'sites.example',
      name: 'Sites',
      email: 'abuse@sites.example',
      source: 'Own',
      checkedOn: '2026-01-01',
    }
    const added = await done(request('POST', '/shared-hosts', host))
    await done(request('POST', `/shared-hosts/${added.id}`, { ...host, name: 'Pages', version: 1 }))
    expect((await newest())[0]).toMatchObject({
      subject: 'sites.example',
      changes: [{ field: 'Platform', before: 'Sites', after: 'Pages' }],
    })
    const contact = { name: 'Keep, Inc.', email: 'abuse@keep.example', source: 'Own', checkedOn: '2026-01-01' }
    const known = await done(request('POST', '/abuse-contacts', contact))
    await done(request('POST', `/abuse-contacts/${known.id}`, { ...contact, source: 'Asked them', version: 1 }))
    expect((await newest())[0]).toMatchObject({
      model: 'Abuse contact',
      subject: 'abuse@keep.example, Keep, Inc.',
      changes: [{ field: 'Source', before: 'Own', after: 'Asked them' }],
    })
    expect((await request('PUT', '/list-desks', { email: 'abuse@sites.example', perEmail: 10 })).statusCode).toBe(200)
    expect((await newest())[0]).toMatchObject({
      model: 'List desk',
      subject: 'abuse@sites.example',
      changes: [{ field: 'Findings per email', before: '', after: '10' }],
    })
  })
})

describe('the data log tells which findings a change was about', () => {
  const { at: other, post, own, one } = setUpActionTests()
  const lines = async (count = 1) => {
    const headers = { authorization: `Bearer ${other.tokens['admin']!}` }
    const answer = await other.testApp.server.inject({ url: `/api/data-log?perPage=${count}`, headers })
    return answer.json<{ docs: DataRecord[] }>().docs
  }

  test('one finding: its address, id and status; several: the first addresses; an upload: rows, platform and brand', async () => {
    const { parent } = other.world.companies
    const id = await one(domain, '33', { domain: 'fake.example' })
    await post(`decisions/one/${id}`, { platform: 'domain', statusfrom: '33', status: '22' })
    expect((await lines())[0]).toMatchObject({
      subject: 'fake.example',
      recordId: id,
      company: 'Acme',
      changes: [{ field: 'Status', before: 'Awaiting Approval', after: 'Approved' }],
    })
    await post(`domain/${id}/update-comment`, { clientComment: 'Seen.' })
    expect((await lines())[0]).toMatchObject({
      subject: 'fake.example',
      changes: [{ field: 'Comment', before: '', after: 'Seen.' }],
    })
    const ids = await own(
      domain,
      Array.from({ length: 7 }, () => '33'),
    )
    const approve = { recordIds: ids.map((one) => ({ id: one })), statusfrom: '33', status: '22' }
    await post('domain/update-bulk-infrigement-status', approve)
    expect((await lines())[0]).toMatchObject({
      totalAffectedRecords: 7,
      subject: expect.stringMatching(/^(\S+, ){4}\S+ and 2 more$/) as string,
      recordId: null,
      company: 'Acme',
    })
    const scope = { company: parent, brand: other.world.brands.own, platform: 'domain' }
    await post('save-bulk-data/delete-multiple', { ...scope, data: [id] }, 'analyst')
    expect((await lines())[0]).toMatchObject({ type: 'delete', subject: 'fake.example', recordId: id, company: 'Acme' })
    const data = sampleRows(domain, 3)
    const stored = await post('save-bulk-data', { ...scope, data, reportingDate: '2026-03-09' }, 'analyst')
    expect(stored.statusCode, stored.body).toBe(200)
    expect((await lines())[0]).toMatchObject({ type: 'add', subject: '3 rows, Domain, Acme One', company: 'Acme' })
    const untold = await rows(other.database.db, sql`select 1 from data_log where coalesce(subject, '') = ''`)
    expect(untold).toEqual([])
  })
})

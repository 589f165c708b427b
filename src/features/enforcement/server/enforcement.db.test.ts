import { describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { platforms } from '#platforms/all.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { website } from '#platforms/website.ts'
import { defaultBusinessZone, today } from '#vocabulary/dates.ts'
import { recordedFacts } from './testing.ts'

const { at, post, one, own, stored, logOf } = setUpActionTests()
const get = (path: string, who = 'analyst') =>
  at.testApp.server.inject({ url: `/api/${path}`, headers: { authorization: `Bearer ${at.tokens[who]!}` } })
const save = (path: string, id: string, more: object = {}, who = 'analyst') =>
  post(`${path}/${id}/enforcement`, { ...recordedFacts, ...more }, who)
const fetchList = async (body: object, query = '') =>
  (await post(`save-bulk-data/fetch-data-for-enforcement${query}`, body, 'analyst')).json()

describe('recording an enforcement', () => {
  for (const platform of platforms)
    test(`S-107 S-125 S-207 S-209 on ${platform.title}: record, chosen status, one log row, history newest first`, async () => {
      const id = await one(platform, '33')
      const saved = await save(platform.path, id, { infrigementStatus: 'Success' })
      expect(saved.statusCode, saved.body).toBe(200)
      const withHost = platform.enforcedWith.length > 0
      expect(saved.json().data).toEqual([
        expect.objectContaining({
          registrar: withHost ? recordedFacts.registrar : null,
          ipAddress: withHost ? recordedFacts.ipAddress : null,
          hosting: withHost ? recordedFacts.hosting : null,
          actionTaken: recordedFacts.actionTaken,
          date: '2026-03-04',
          infrigementStatus: '55',
          abuseEmailId: null,
          createdBy: 'First Last',
          mail: null,
        }),
      ])
      expect((await stored(id)).status).toBe('55')
      expect(await logOf(id)).toEqual([
        expect.objectContaining({ module: 'enforcement', username: 'analyst', status_from: '33', status_to: '55' }),
      ])
      const later = await save(platform.path, id, { infrigementStatus: 55, date: '05/03/2026', actionTaken: 'Other' })
      expect(later.json().data).toHaveLength(1)
      expect(await logOf(id), 'the same status again is a record and no status log').toHaveLength(1)
      const history = (await get(`${platform.path}/${id}/enforcement`)).json().data
      expect(history.map((record: { date: string }) => record.date)).toEqual(['2026-03-05', '2026-03-04'])
    })

  test('S-126 S-127 the statuses of the platform are accepted by code or name, and no others', async () => {
    const id = await one(domain, '33')
    const shop = await one(eCommerce, '33')
    for (const status of [
      'Success',
      'In Progress',
      'Awaiting Approval',
      'Approved',
      'No Further Action',
      'No action',
      '88',
      '90',
      '0',
    ])
      expect((await save('domain', id, { infrigementStatus: status })).statusCode, status).toBe(200)
    for (const status of ['44', '66', '77', '101', '102']) {
      expect((await save('domain', id, { infrigementStatus: status })).json().errors).toEqual([
        { infrigementStatus: 'Status is not valid' },
      ])
      expect((await save('ecommerce', shop, { infrigementStatus: status })).statusCode).toBe(200)
    }
    for (const status of ['12', 'Done', {}])
      expect((await save('domain', id, { infrigementStatus: status })).statusCode).toBe(422)
  })

  test('S-156 every field that is missing or out of bounds is named, and nothing is written', async () => {
    const id = await one(domain, '33')
    const nothing = await post(`domain/${id}/enforcement`, {}, 'analyst')
    expect(nothing.statusCode).toBe(422)
    expect(Object.assign({}, ...nothing.json().errors)).toEqual({
      registrar: 'Registrar is required',
      ipAddress: 'IP address is required',
      hosting: 'Hosting is required',
      actionTaken: 'Action taken is required',
      date: 'Date is required',
      infrigementStatus: 'Status is required',
    })
    const tomorrow = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10)
    for (const [change, field] of [
      [{ registrar: 'x'.repeat(256) }, 'registrar'],
      [{ registrar: 'A\r\nBcc: evil@mail.test' }, 'registrar'],
      [{ hosting: 'a\u0000b' }, 'hosting'],
      [{ ipAddress: '300.1.1.1' }, 'ipAddress'],
      [{ actionTaken: 'x'.repeat(201) }, 'actionTaken'],
      [{ date: '2017-12-31' }, 'date'],
      [{ date: '13/13/2025' }, 'date'],
      [{ date: tomorrow }, 'date'],
    ] as const) {
      const answer = await save('domain', id, change)
      expect(answer.statusCode, field).toBe(422)
      expect(Object.keys(answer.json().errors[0])).toEqual([field])
    }
    expect((await save('domain', id, { date: today(defaultBusinessZone), ipAddress: '2001:db8::1' })).statusCode).toBe(
      200,
    )
    expect((await get(`domain/${id}/enforcement`)).json().data).toHaveLength(1)
  })

  test('S-002 a Client may not enforce, a finding of another platform or none is 404', async () => {
    const id = await one(domain, '33')
    expect((await save('domain', id, {}, 'client')).statusCode).toBe(403)
    expect((await save('website', id)).statusCode).toBe(404)
    expect((await save('domain', newId())).statusCode).toBe(404)
    expect((await save('domain', 'nonsense')).statusCode).toBe(404)
    expect((await get('website/' + id + '/enforcement')).statusCode).toBe(404)
    expect((await stored(id)).status).toBe('33')
  })

  test('S-208 the same on several rows is all or nothing, and writes the data log', async () => {
    const ids = await own(website, ['33', '22', '11'])
    const bulk = (recordIds: unknown) => post('website/bulk/enforcement', { ...recordedFacts, recordIds }, 'admin')
    expect((await bulk([...ids, newId()])).statusCode).toBe(404)
    expect((await bulk([ids[0]])).statusCode).toBe(422)
    expect((await stored(ids[0]!)).status).toBe('33')
    const done = await bulk(ids.map((id) => ({ id })))
    expect(done.json()).toEqual({ message: '3 enforcements saved successfully', updated: 3 })
    for (const id of ids) expect((await stored(id)).status).toBe('11')
    const logged = await rows<{ total_affected: number }>(
      at.database.db,
      sql`select type, model, total_affected from data_log where model = 'Website' order by at desc limit 1`,
    )
    expect(logged[0]).toEqual({ type: 'update', model: 'Website', total_affected: 3 })
  })

  test('G53 findings that move to Client Review share one notification; those already there get none', async () => {
    const ids = await own(domain, ['33', '33', '88'])
    // Notices since somebody looked are joined with this one, also those whose jobs wait from before.
    await at.testApp.runJobs()
    await sql`update users set seen = true`.execute(at.database.db)
    await post('domain/bulk/enforcement', { ...recordedFacts, infrigementStatus: '88', recordIds: ids }, 'analyst')
    await at.testApp.runJobs()
    const notifications = await rows<{ text: string; finding_ids: string[] }>(
      at.database.db,
      sql`select text, finding_ids from notices where finding_ids && ${ids}::uuid[]`,
    )
    expect(notifications).toHaveLength(1)
    expect(notifications[0]!.text).toBe(
      '<b>2</b> findings on <b>Domain</b> for <b>Acme One</b> are now <i>Client Review</i>.',
    )
    expect(notifications[0]!.finding_ids.toSorted()).toEqual(ids.slice(0, 2).toSorted())
  })

  test('S-203 the last record is the one of the newest date, empty when there is none', async () => {
    const id = await one(domain, '33')
    const last = async () =>
      (await get(`enforcement/get-last-enforcement-record?platform=domain&infrigementId=${id}`)).json()
    expect(await last()).toEqual({ registrar: '', ipAddress: '', hosting: '', actionTaken: '' })
    await save('domain', id, { date: '2026-05-01', registrar: 'Newer' })
    await save('domain', id, { date: '2026-02-01', registrar: 'Older' })
    expect(await last()).toEqual({
      registrar: 'Newer',
      ipAddress: recordedFacts.ipAddress,
      hosting: recordedFacts.hosting,
      actionTaken: recordedFacts.actionTaken,
    })
    for (const query of [`platform=website&infrigementId=${id}`, `platform=domain&infrigementId=x`])
      expect((await get(`enforcement/get-last-enforcement-record?${query}`)).statusCode).toBe(404)
  })
})

describe('the list', () => {
  test('S-201 S-108 filters by scope, status, date, last enforcement and column, sorts, and answers pages with records', async () => {
    const { companies, brands } = at.world
    const scope = { company: companies.parent, brand: brands.own, platform: 'domain' }
    const day = '2024-02-03'
    const ids = await own(domain, ['33', '33', '22', '11'], { reportingDate: day })
    await save('domain', ids[0]!, { registrar: 'Namekeep One', actionTaken: 'UDRP Filed', date: '2025-01-01' })
    await save('domain', ids[0]!, { registrar: 'Namekeep Two', actionTaken: 'Legal Notice Sent', date: '2025-01-02' })
    await save('domain', ids[1]!, {
      registrar: 'Namekeep One',
      hosting: 'Zonehost 100%',
      actionTaken: 'Seized, at last',
    })
    const idsOf = async (more: object) =>
      (await fetchList({ ...scope, reportingDate: day, ...more })).data.map((row: { id: string }) => row.id)
    expect(await idsOf({})).toEqual(ids.toReversed())
    expect(await idsOf({ status: '11' })).toEqual([ids[3], ids[1], ids[0]])
    expect(await idsOf({ status: ['Approved'] })).toEqual([ids[2]])
    expect(await idsOf({ registrar: 'keep one' })).toEqual([ids[1]])
    expect(await idsOf({ registrar: 'NAMEKEEP' })).toEqual([ids[1], ids[0]])
    expect(await idsOf({ hosting: '100%' })).toEqual([ids[1]])
    expect(await idsOf({ hosting: '1__%' })).toEqual([])
    expect(await idsOf({ ipAddress: '203.0.113' })).toEqual([ids[1], ids[0]])
    expect(await idsOf({ actionTaken: 'UDRP Filed' }), 'only the last counts').toEqual([])
    expect(await idsOf({ actionTaken: ['Legal Notice Sent', 'Seized, at last'] })).toEqual([ids[1], ids[0]])
    expect(await idsOf({ company: companies.foreign, brand: undefined })).toEqual([])

    const page = await fetchList(
      { ...scope, reportingDate: day, sortBy: 'status', sortOrder: 'asc' },
      '?limit=3&page=2',
    )
    expect(page).toMatchObject({ count: 4, totalPages: 2, currentPage: 2 })
    expect(page.data).toHaveLength(1)
    const [row] = (await fetchList({ ...scope, reportingDate: day, registrar: 'two' })).data
    expect(row.enforcementData.map((record: { date: string }) => record.date)).toEqual(['2025-01-02', '2025-01-01'])
  })

  test('S-201 the count is exact on every page, for a company and for all, with deleted findings and other platforms left out', async () => {
    const { companies, brands } = at.world
    const other = { companyId: companies.foreign, brandId: brands.foreign }
    const actionTaken = 'Counted on its own'
    const ids = [...(await own(domain, ['33', '33', '33', '22'])), await one(domain, '33', other)]
    const records = { actionTaken, registrar: 'Countkeep' }
    for (const id of ids) await save('domain', id, records)
    await save('website', await one(website, '33'), records)
    await save('domain', ids[0]!, { ...records, actionTaken: 'Something later', date: '2026-03-05' })
    await at.database.pool.query('update findings set deleted_at = now() where id = $1', [ids[1]])
    const counted = async (more: object) =>
      (await fetchList({ platform: 'domain', actionTaken, ...more }, '?limit=1')) as {
        count: number
        totalPages: number
      }
    const mine = { company: companies.parent }
    for (const [params, count] of [
      [{}, 3],
      [mine, 2],
      [{ ...mine, brand: brands.own }, 2],
      [{ company: companies.foreign }, 1],
      [{ ...mine, registrar: 'countKEEP' }, 2],
      [{ ...mine, registrar: 'countkeep', actionTaken: undefined }, 3],
      [{ ...mine, actionTaken: [actionTaken, 'Something later'] }, 3],
    ] as const)
      expect(await counted(params), JSON.stringify(params)).toMatchObject({ count, totalPages: count })
    expect((await counted({ ...mine, registrar: 'elsewhere' })).count).toBe(0)
  })

  test('S-038 columns are searched; a column that is none, a bad date and a bad platform are 422', async () => {
    const id = await one(website, '33', { url: 'https://searchable.example/pa_ge%20', reportingDate: '2024-03-03' })
    const search = (filters: object) => fetchList({ platform: 'website', reportingDate: '2024-03-03', filters })
    expect((await search({ url: 'pa_ge%' })).data.map((row: { id: string }) => row.id)).toEqual([id])
    expect((await search({ url: 'pa-ge' })).count).toBe(0)
    expect((await search({ passwordHash: 'x' })).errors).toEqual([{ filters: 'Filters are not valid' }])
    expect((await fetchList({ platform: 'website', reportingDate: 'soon' })).errors).toEqual([
      { reportingDate: 'Reporting date is not valid' },
    ])
    expect((await fetchList({ platform: 'fax' })).errors).toEqual([{ platform: 'Platform is not valid' }])
    expect((await fetchList({})).errors).toEqual([{ platform: 'Platform is required' }])
    expect((await fetchList({ platform: 'website', sortBy: 'id; drop table findings' }, '?limit=1')).data).toHaveLength(
      1,
    )
  })

  test('S-202 the sites of a scope, narrowed by date and status', async () => {
    const { companies, brands } = at.world
    await own(eCommerce, ['44'], { site: 'Onlyhere', reportingDate: '2024-04-04' })
    await own(eCommerce, ['33'], { site: 'Elsewhere', reportingDate: '2024-04-05' })
    await sql`insert into facets (company_id, platform, brand_id, name, value)
      select ${companies.parent}::uuid, 'e-commerce', ${brands.own}::uuid, 'site', s
      from unnest(array['Onlyhere', 'Elsewhere']) s`.execute(at.database.db)
    const sites = async (more: object) =>
      (await post('save-bulk-data/fetch-eCommerce-site-data', { platform: 'e-commerce', ...more }, 'analyst')).json()
        .sites
    expect(await sites({ company: companies.parent })).toEqual(['Elsewhere', 'Onlyhere'])
    expect(await sites({ company: companies.parent, reportingDate: '2024-04-05' })).toEqual(['Elsewhere'])
    expect(await sites({ company: companies.parent, status: 'Purchase' })).toEqual(['Onlyhere'])
    expect(await sites({ company: companies.foreign })).toEqual([])
  })

  test('S-204 abuse addresses by registrar and host, part match either way, distinct and sorted; actions in use', async () => {
    const emails = async (query: string) =>
      (await get(`enforcement-mail-configuration/abuse-emails?${query}`))
        .json()
        .data.map((one: { abuseEmailId: string }) => one.abuseEmailId)
    expect(await emails('registrar=godaddy.com, llc&hosting=CLOUDFLARE')).toEqual([
      'abuse@cloudflare.com',
      'abuse@godaddy.com',
    ])
    expect(await emails('registrar=daddy')).toEqual(['abuse@godaddy.com'])
    expect(await emails('registrar=&hosting=')).toEqual([])
    expect(await emails('registrar=%25')).toEqual([])
    const actions = (await get('enforcement/actions-taken?platform=domain')).json().data
    expect(actions.slice(0, 2)).toEqual(['Abuse E-mail Sent', 'Reminder Sent'])
    expect(actions).toContain('Seized, at last')
  })
})

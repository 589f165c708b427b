import { beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { markStatuses, markTypes, sunriseFlags } from '#platforms/trademark.ts'
import { daysAfter, today } from '#vocabulary/dates.ts'

const { at, post } = setUpActionTests()
const day = today('Asia/Kolkata')

const send = (method: 'PUT' | 'DELETE', path: string, payload: object = {}, who = 'admin') =>
  at.testApp.server.inject({
    method,
    url: `/api/${path}`,
    payload,
    headers: { authorization: `Bearer ${at.tokens[who]!}` },
  })
const list = async (who = 'admin') => {
  const { server } = at.testApp
  const headers = { authorization: `Bearer ${at.tokens[who]!}` }
  return (await server.inject({ url: '/api/tmch?startDate=2018-01-01&endDate=2040-01-01', headers })).json().docs
}
const dataLog = () =>
  rows<{ type: string; model: string; total_affected: number; company_id: string; user_id: string }>(
    at.database.db,
    sql`select type, model, total_affected, company_id, user_id from data_log order by at, id`,
  )

let form: Record<string, unknown>
beforeAll(() => {
  form = {
    company: at.world.companies.parent,
    brand: at.world.brands.own,
    markName: 'Acme & Sons',
    reportingDate: '2024-05-01',
    markType: 'Registered Trademark',
    status: 'Verified',
    startDate: '2023-01-01',
    expiryDate: '2030-01-01',
    sunriseFlag: 'Yes',
    notifications: 3,
  }
})

/** A mark saved from the form with some fields changed. */
async function saved(more: object = {}): Promise<{ id: string; version: number }> {
  const answer = await post('tmch/save', { ...form, ...more }, 'admin')
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
const errorsOf = (answer: { json: () => { errors?: object[] } }): Record<string, string> =>
  Object.assign({}, ...(answer.json().errors ?? []))

describe('an Admin manages marks', () => {
  test('A-115 G106 saving creates the record, returns it, and writes one data-log entry', async () => {
    const before = (await dataLog()).length
    const answer = await post('tmch/save', form, 'admin')
    expect(answer.statusCode, answer.body).toBe(200)
    const { message, data } = answer.json()
    expect(message).toBe('TMCH record saved successfully')
    expect(data).toMatchObject({
      company: { id: at.world.companies.parent, name: 'Acme' },
      brand: { id: at.world.brands.own, brandName: 'Acme One' },
      markName: 'Acme & Sons',
      reportingDate: '2024-05-01',
      markType: 'Registered Trademark',
      status: 'Verified',
      startDate: '2023-01-01',
      expiryDate: '2030-01-01',
      sunriseFlag: 'Yes',
      notifications: 3,
      notificationData: [],
      version: 1,
    })
    expect(data.labels).toEqual(expect.arrayContaining(['acmesons', 'acme-and-sons']))
    expect((await dataLog()).slice(before)).toEqual([
      {
        type: 'add',
        model: 'TMCH',
        total_affected: 1,
        company_id: at.world.companies.parent,
        user_id: at.world.people.admin,
      },
    ])
    const seen = (who: string) => list(who).then((docs: { id: string }[]) => docs.some(({ id }) => id === data.id))
    expect([await seen('client'), await seen('foreignClient')]).toEqual([true, false])
  })

  test('A-116 changing it stores every field and the next version; an old version is 409 with the current record', async () => {
    const { id, version } = await saved()
    const change = { ...form, markName: 'Acme New', status: 'Expired', sunriseFlag: 'No', notifications: '0', version }
    const answer = await send('PUT', `tmch/${id}`, change)
    expect(answer.json()).toMatchObject({
      message: 'TMCH record updated successfully',
      data: { id, markName: 'Acme New', status: 'Expired', sunriseFlag: 'No', notifications: 0, version: 2 },
    })
    expect(answer.json().data.labels).toContain('acmenew')
    const late = await send('PUT', `tmch/${id}`, { ...form, markName: 'Too late', version })
    expect(late.statusCode).toBe(409)
    expect(late.json().current).toMatchObject({ id, markName: 'Acme New', version: 2 })
    expect((await send('PUT', `tmch/${id}`, form)).json().data.version).toBe(3)
    expect((await dataLog()).slice(-2).map(({ type, model }) => `${type} ${model}`)).toEqual([
      'update TMCH',
      'update TMCH',
    ])
  })

  test('A-117 G101 deleting is soft and happens once; a deleted mark is 404 for every call', async () => {
    const { id } = await saved()
    const answer = await send('DELETE', `tmch/${id}`)
    expect(answer.json()).toEqual({ message: 'Record deleted successfully' })
    expect((await list()).map((doc: { id: string }) => doc.id)).not.toContain(id)
    const [deleted] = await rows<{ gone: string }>(
      at.database.db,
      sql`select deleted_at gone from trademarks where id = ${id}`,
    )
    expect(deleted!.gone).toBeTruthy()
    expect((await dataLog()).at(-1)).toMatchObject({ type: 'delete', model: 'TMCH', total_affected: 1 })
    const notice = { domain: 'acme.shop', date: day }
    for (const gone of [id, newId(), 'nonsense']) {
      expect((await send('DELETE', `tmch/${gone}`)).statusCode).toBe(404)
      expect((await send('PUT', `tmch/${gone}`, form)).statusCode).toBe(404)
      expect((await post(`tmch/${gone}/add-notification`, notice, 'admin')).statusCode).toBe(404)
    }
  })

  test('A-118 G103 a notification is added; from then on the length of the list is the count', async () => {
    const { id } = await saved({ notifications: 9 })
    const add = (domain: string, date: string) => post(`tmch/${id}/add-notification`, { domain, date }, 'admin')
    expect((await add('Acme-Deals.Shop', '01/05/2024')).json()).toMatchObject({
      message: 'Notification added successfully',
      data: { id, notifications: 1, notificationData: [{ domain: 'acme-deals.shop', date: '2024-05-01' }] },
    })
    const second = (await add('acmé.app', day)).json().data
    expect(second.notifications).toBe(2)
    expect(second.notificationData[0]).toMatchObject({ domain: 'acmé.app', date: day })
    expect((await dataLog()).at(-1)).toMatchObject({ type: 'update', model: 'TMCH' })
  })

  test('a Client and an Analyst may do none of it', async () => {
    const { id } = await saved()
    for (const who of ['client', 'analyst']) {
      expect((await post('tmch/save', form, who)).statusCode).toBe(403)
      expect((await send('PUT', `tmch/${id}`, form, who)).statusCode).toBe(403)
      expect((await send('DELETE', `tmch/${id}`, {}, who)).statusCode).toBe(403)
      expect((await post(`tmch/${id}/add-notification`, { domain: 'a.shop', date: day }, who)).statusCode).toBe(403)
    }
  })
})

const tomorrow = daysAfter(day, 1)
const long = (length: number) => 'x'.repeat(length)

/** Table G107 from both sides: accepted values, and rejected values with their messages. */
const bounds: readonly [field: string, fine: readonly unknown[], refused: readonly (readonly [unknown, string])[]][] = [
  [
    'markName',
    ['A', long(255), '  trimmed  ', '商标', '%_\\'],
    [
      ['', 'Mark Name is required'],
      ['   ', 'Mark Name is required'],
      [null, 'Mark Name is required'],
      [long(256), 'Mark Name must be between 1 and 255 characters'],
      ['a\u0000b', 'Mark name is not valid'],
      [['x'], 'Mark Name is not valid'],
    ],
  ],
  [
    'markType',
    markTypes,
    [
      ['', 'Mark Type is required'],
      ['Trademark', 'Mark Type is not valid'],
      ['registered trademark', 'Mark Type is not valid'],
    ],
  ],
  [
    'status',
    markStatuses,
    [
      ['', 'Status is required'],
      ['33', 'Status is not valid'],
    ],
  ],
  [
    'sunriseFlag',
    sunriseFlags,
    [
      ['', 'Sunrise Flag is required'],
      ['yes', 'Sunrise Flag is not valid'],
      [true, 'Sunrise Flag is not valid'],
    ],
  ],
  [
    'reportingDate',
    ['2018-01-01', '01/01/2018', day],
    [
      ['', 'Reporting Date is required'],
      ['2017-12-31', 'Reporting Date is not valid'],
      [tomorrow, 'Reporting Date is not valid'],
      ['31/02/2024', 'Reporting Date is not valid'],
    ],
  ],
  [
    'startDate',
    ['2029-12-31', '1990-01-01'],
    [
      ['', 'Start Date is required'],
      ['soon', 'Start Date is not valid'],
    ],
  ],
  [
    'expiryDate',
    ['2023-01-02', '2099-01-01'],
    [
      ['', 'Expiry Date is required'],
      ['2023-01-01', 'Expiry Date must be after Start Date'],
      ['2022-12-31', 'Expiry Date must be after Start Date'],
    ],
  ],
  [
    'notifications',
    [0, 100_000, '7', '', null],
    [
      [100_001, 'Notifications is not valid'],
      [-1, 'Notifications is not valid'],
      [1.5, 'Notifications is not valid'],
      ['many', 'Notifications is not valid'],
    ],
  ],
]

describe('A-073 G107 bounds of the form, from both sides', () => {
  test.each(bounds)('%s', async (field, fine, refused) => {
    for (const value of fine) await saved({ [field]: value })
    for (const [value, sentence] of refused) {
      const answer = await post('tmch/save', { ...form, [field]: value }, 'admin')
      expect([answer.statusCode, errorsOf(answer)], JSON.stringify(value)).toEqual([422, { [field]: sentence }])
    }
  })
  test('company and brand exist, and the brand is of that company', async () => {
    const { companies, brands } = at.world
    await saved({ company: companies.child, brand: brands.child })
    const cases: [object, Record<string, string>][] = [
      [{ company: '' }, { company: 'Company is required' }],
      [{ brand: undefined }, { brand: 'Brand is required' }],
      [{ company: newId() }, { company: 'Company is not valid' }],
      [{ company: 'nonsense' }, { company: 'Company is not valid' }],
      [{ brand: newId() }, { brand: 'Brand is not valid' }],
      [{ brand: brands.foreign }, { brand: 'Brand is not valid' }],
    ]
    for (const [more, errors] of cases) {
      const answer = await post('tmch/save', { ...form, ...more }, 'admin')
      expect([answer.statusCode, errorsOf(answer)], JSON.stringify(more)).toEqual([422, errors])
    }
  })
  test('an empty form names every field at once, and changing has the same bounds as adding', async () => {
    const wanted = [
      'brand',
      'company',
      'expiryDate',
      'markName',
      'markType',
      'reportingDate',
      'startDate',
      'status',
      'sunriseFlag',
    ]
    const { id } = await saved()
    for (const answer of [await post('tmch/save', {}, 'admin'), await send('PUT', `tmch/${id}`)]) {
      expect(answer.statusCode).toBe(422)
      expect(Object.keys(errorsOf(answer)).sort()).toEqual(wanted)
    }
  })
  test('domain and date of a notification', async () => {
    const { id } = await saved()
    const label = long(61)
    const fine = [`${label}.${label}.${label}.${label}.shop`, 'xn--mller-kva.de', 'a.io']
    for (const domain of fine)
      expect((await post(`tmch/${id}/add-notification`, { domain, date: day }, 'admin')).statusCode, domain).toBe(200)
    const cases: [object, Record<string, string>][] = [
      [{}, { domain: 'Domain is required', date: 'Date is required' }],
      [{ domain: 'acme', date: day }, { domain: 'Domain is not valid' }],
      [{ domain: 'https://acme.shop/x', date: day }, { domain: 'Domain is not valid' }],
      [{ domain: `${fine[0]!}.museum`, date: day }, { domain: 'Domain is not valid' }],
      [{ domain: 'acme.shop', date: tomorrow }, { date: 'Date is not valid' }],
      [{ domain: 'acme.shop', date: '31/02/2024' }, { date: 'Date is not valid' }],
      [{ domain: ['acme.shop'], date: day }, { domain: 'Domain is not valid' }],
    ]
    for (const [body, errors] of cases) {
      const answer = await post(`tmch/${id}/add-notification`, body, 'admin')
      expect([answer.statusCode, errorsOf(answer)], JSON.stringify(body)).toEqual([422, errors])
    }
  })
})

import { Workbook } from '@cj-tech-master/excelts'
import { describe, expect, test } from 'vitest'
import { sheetTexts } from '#columns/sheet-unreadable.ts'
import { bombs } from '#kit/server/testing-workbooks.ts'
import { setUpActionTests } from '#app/testing-world.ts'
import { identityKey } from '#features/findings/server/identity-key.ts'
import { comparedAddress } from '#platforms/compared-address.ts'
import { rows, sql } from '#kit/server/db.ts'
import { domain } from '#platforms/domain.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import type { Platform } from '#platforms/platform.ts'
import { defaultBusinessZone, today } from '#vocabulary/dates.ts'

const { at, post, one, stored, logOf } = setUpActionTests()
const scope = (platform: string) => ({ company: at.world.companies.parent, brand: at.world.brands.own, platform })
const bulk = (platform: string, data: unknown, more: object = {}, who = 'analyst') =>
  post('enforcement/bulk-enforcement', { ...scope(platform), data, ...more }, who)
/** A finding that can be found by its address, with the identity key that uploads store. */
const findable = async (platform: Platform, status: string, address: string, more: object = {}) => {
  const id = await one(platform, status, { [platform.identity]: address, ...more })
  const key = identityKey(platform, comparedAddress(platform, address))
  await sql`update findings set identity_key = ${key}::uuid where id = ${id}`.execute(at.database.db)
  return id
}
const historyOf = (id: string) =>
  rows(
    at.database.db,
    sql`select registrar, ip_address, hosting, action_taken, action_date, status from enforcements where finding_id = ${id}
        order by action_date, id`,
  )
const countAll = async () =>
  (await rows<{ n: number }>(at.database.db, sql`select count(*) as n from enforcements`))[0]!.n

describe('bulk enforcement', () => {
  test('S-210 S-052 G77 rows find their findings by key, get a record of today and their status; empty cells are the finding’s own', async () => {
    const a = await findable(domain, '33', 'bulk-a.example')
    const b = await findable(domain, '22', 'bulk-b.example', {
      registrar: 'Own Registrar',
      ipAddress: '192.0.2.9',
      hosting: 'Own Host',
    })
    const answer = await bulk('domain', [
      {
        domain: 'HTTPS://www.Bulk-A.example/',
        status: 'success',
        registrar: 'R',
        'ip address': '192.0.2.1',
        hosting: 'H',
        'action taken': 'Domain Suspended',
      },
      ['bulk-b.example', 11],
    ])
    expect(answer.json()).toEqual({
      message: '2 records updated, 0 rows skipped',
      updated: 2,
      skipped: 0,
      skippedRows: [],
    })
    const action_date = today(defaultBusinessZone)
    expect(await historyOf(a)).toEqual([
      {
        registrar: 'R',
        ip_address: '192.0.2.1',
        hosting: 'H',
        action_taken: 'Domain Suspended',
        action_date,
        status: '55',
      },
    ])
    expect(await historyOf(b)).toMatchObject([
      { registrar: 'Own Registrar', ip_address: '192.0.2.9', hosting: 'Own Host', action_taken: 'Other', status: '11' },
    ])
    expect((await stored(a)).status).toBe('55')
    expect(await logOf(a)).toEqual([
      expect.objectContaining({ module: 'bulk-enforcement', status_from: '33', status_to: '55' }),
    ])
  })

  test('S-052 other platforms carry the action third; purchase statuses are e-commerce’s alone', async () => {
    const a = await findable(eCommerce, '33', 'https://shop.example/bulk/1')
    const answer = await bulk('ecommerce', [['shop.example/bulk/1/', 'Purchase', 'Listing Removed']])
    expect(answer.json().updated).toBe(1)
    expect(await historyOf(a)).toMatchObject([{ registrar: null, action_taken: 'Listing Removed', status: '44' }])
  })

  test('S-154 rows without key, with an invalid status, unknown, repeated or unreadable are skipped, counted and named', async () => {
    const id = await findable(domain, '33', 'bulk-c.example')
    const answer = await bulk('domain', [
      ['', '55'],
      ['bulk-c.example', 'Finished'],
      ['bulk-c.example', '44'],
      ['nowhere.example', '55'],
      ['bulk-c.example', '55', 'R', '192.0.2.1', 'H', 'First'],
      ['bulk-c.example', '99', 'R', '192.0.2.1', 'H', 'Last'],
      ['bulk-c.example', '55', 'R', '999.0.2.1'],
      ['bulk-c.example', '55', 'x'.repeat(256)],
      ['bulk-c.example\r\nBcc: x', '55'],
      { status: '55' },
    ])
    expect(answer.json()).toMatchObject({ message: '1 records updated, 9 rows skipped', updated: 1, skipped: 9 })
    expect(answer.json().skippedRows.map((row: { row: number; reason: string }) => `${row.row} ${row.reason}`)).toEqual(
      [
        '1 Key is missing',
        '2 Status is not valid',
        '3 Status is not valid',
        '4 Not among the findings of this brand',
        '5 Repeated further down',
        '7 IP address is not valid',
        '8 Registrar is not valid',
        '9 Not among the findings of this brand',
        '10 Key is missing',
      ],
    )
    expect(await historyOf(id)).toMatchObject([{ action_taken: 'Last', status: '99' }])
  })

  test('invalid fields are named; no rows, 25,001 rows and a brand of another company are rejected; a Client may not', async () => {
    const errorsFor = async (data: unknown, more: object = {}) => (await bulk('domain', data, more)).json().errors
    const row = ['x.example', '55']
    expect(await errorsFor([row], { company: '', brand: undefined, platform: 'fax' })).toEqual([
      { company: 'Company is required' },
      { brand: 'Brand is required' },
      { platform: 'Platform is not valid' },
    ])
    expect(await errorsFor(undefined)).toEqual([{ data: 'Data is required' }])
    expect(await errorsFor(['x'])).toEqual([{ data: 'Data is not valid' }])
    expect(await errorsFor([])).toEqual([{ data: 'Data must be between 1 and 25,000 rows' }])
    expect(await errorsFor(Array.from({ length: 25_001 }, () => row))).toEqual([
      { data: 'Data must be between 1 and 25,000 rows' },
    ])
    expect(await errorsFor([row], { brand: at.world.brands.foreign })).toEqual([{ brand: 'Brand is not valid' }])
    expect((await bulk('domain', [row], {}, 'client')).statusCode).toBe(403)
  })

  test('G77 25,000 rows in one call, 5,000 of them found', async () => {
    const { parent } = at.world.companies
    const keys = Array.from({ length: 5_000 }, (_, n) => `many-${n}.example`)
    await sql`with made as (
        insert into findings (company_id, id, brand_id, platform, reporting_date, status, identity_key)
        select ${parent}, gen_random_uuid(), ${at.world.brands.own}, 'domain', '2025-01-01', '33', key::uuid
        from unnest(${keys.map((key) => identityKey(domain, key))}::text[]) k (key) returning id)
      insert into findings_domain (company_id, finding_id, domain)
      select ${parent}, id, 'many' from made`.execute(at.database.db)
    await sql`analyze findings, findings_domain`.execute(at.database.db)
    const lost = Array.from({ length: 20_000 }, (_, n) => `lost-${n}.example`)
    const answer = await bulk(
      'domain',
      [...keys, ...lost].map((key) => [key, '11', 'R', '192.0.2.1', 'H', 'Reminder Sent']),
    )
    expect(answer.json().message).toBe('5000 records updated, 20000 rows skipped')
    expect(answer.json().skippedRows).toHaveLength(20_000)
  })
})

describe('enforcement upload', () => {
  const header = ['Domain', 'Registrar', 'IP Address', 'Hosting', 'Action Taken', 'Date', 'Status']
  const workbook = async (lines: unknown[][]) => {
    const book = new Workbook()
    const sheet = book.addWorksheet('Enforcement')
    for (const line of [header, ...lines]) sheet.addRow(line)
    return Buffer.from(await book.xlsx.writeBuffer())
  }
  const upload = (
    bytes: Buffer | undefined,
    more: Record<string, string> = {},
    name = 'history.xlsx',
    who = 'analyst',
  ) => {
    const boundary = 'x-form-mark'
    const fields = Object.entries({ ...scope('domain'), ...more }).map(
      ([field, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
    )
    const file = bytes
      ? [`--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`, bytes, '\r\n']
      : []
    const payload = Buffer.concat(
      [...fields, ...file, `--${boundary}--\r\n`].map((part) => Buffer.from(part as string)),
    )
    return at.testApp.server.inject({
      method: 'POST',
      url: '/api/enforcement/upload',
      headers: {
        authorization: `Bearer ${at.tokens[who]!}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload,
    })
  }

  test('S-211 S-159 a history is recorded with its dates; the newest row sets the status', async () => {
    const id = await findable(domain, '33', 'history.example')
    const answer = await upload(
      await workbook([
        ['history.example', 'R', '192.0.2.1', 'H', 'Domain Suspended', new Date('2026-02-05'), 'Success'],
        ['history.example', 'R', '192.0.2.1', 'H', 'Reminder Sent', '05/01/2026', 'In Progress'],
      ]),
    )
    expect(answer.json()).toEqual({ message: 'Data Saved Successfully', updated: 2 })
    expect(await historyOf(id)).toMatchObject([
      { action_taken: 'Reminder Sent', action_date: '2026-01-05', status: '11' },
      { action_taken: 'Domain Suspended', action_date: '2026-02-05', status: '55' },
    ])
    expect((await stored(id)).status).toBe('55')
    expect(await logOf(id)).toHaveLength(1)
  })

  test('S-159 every error is named by field, and nothing is written', async () => {
    await findable(domain, '33', 'wrong.example')
    const before = await countAll()
    const good = ['wrong.example', 'R', '192.0.2.1', 'H', 'Other', '2026-01-05', '55']
    const errors = async (...args: Parameters<typeof upload>) => {
      const answer = await upload(...args)
      return [answer.statusCode, ...(answer.json().errors ?? [answer.json().message])]
    }
    expect(await errors(undefined, { company: '', brand: 'x', platform: '' })).toEqual([
      422,
      { company: 'Company is required' },
      { brand: 'Brand is not valid' },
      { platform: 'Platform is required' },
      { file: 'File is required' },
    ])
    expect(await errors(await workbook([good]), { brand: at.world.brands.foreign })).toEqual([
      422,
      { brand: 'Brand is not valid' },
    ])
    expect(
      await errors(await workbook([good, good.with(6, 'Done'), good.with(0, ''), good.with(5, ''), good.with(4, '')])),
    ).toEqual([
      422,
      { data: 'Row 3: Status is not valid. Row 4: Key is missing. Row 5: Date is required. 1 more row is not valid' },
    ])
    expect(await errors(await workbook([good, good.with(0, 'lost.example')]))).toEqual([
      422,
      { data: 'Row 3: Not among the findings of this brand' },
    ])
    // As many bytes as a reason never has, so that it must be read whole to be refused.
    expect(await errors(await workbook([good]), { overrideReason: 'कारण '.repeat(101) })).toEqual([
      422,
      { overrideReason: 'Reason must be between 10 and 500 characters' },
    ])
    expect(await errors(await workbook([]))).toEqual([422, { data: 'Data must be between 1 and 25,000 rows' }])
    expect(await errors(Buffer.from('PK\u0003\u0004 and then nothing'))).toMatchObject([
      422,
      { data: expect.stringContaining('damaged') },
    ])
    for (const length of [1, 2, 3])
      expect(await errors(Buffer.from('PK\u0003').subarray(0, length), {})).toEqual([415, 'Please upload excel file'])
    const container = (stream: string) =>
      Buffer.from(`d0cf11e0a1b11ae1${Buffer.from(stream, 'utf16le').toString('hex')}`, 'hex')
    expect(await errors(container('EncryptedPackage'))).toEqual([422, { data: sheetTexts.locked }])
    const word = 'This file is a Word document, not an Excel workbook. Copy its table into a new workbook.'
    expect(await errors(container('WordDocument'))).toEqual([422, { data: `${sheetTexts.notExcel} ${word}` }])
    expect(await errors(Buffer.from('key,status\n'), {}, 'history.csv')).toEqual([415, 'Please upload excel file'])
    expect(await errors(Buffer.alloc(6 * 1024 * 1024), {})).toEqual([413, 'File must not be larger than 5 MB'])
    expect((await upload(await workbook([good]), {}, 'history.xlsx', 'client')).statusCode).toBe(403)
    expect(await countAll()).toBe(before)
  })

  test.each(['a directory that lies about 1000 MB', 'elements nested 1,000,000 deep'])(
    '%s is refused, and the next upload is read',
    async (name) => {
      const hostile = await upload(Buffer.from(bombs[name]!()))
      expect([hostile.statusCode, hostile.json()]).toMatchObject([
        422,
        { errors: [{ data: expect.stringMatching(/damaged|unpacks to far more|takes too long/) }] },
      ])
      expect((await upload(await workbook([]))).statusCode).toBe(422)
    },
  )
})

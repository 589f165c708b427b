import { beforeEach, describe, expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import { newId } from '#kit/server/id.ts'
import { emptyLogs } from '#kit/server/testing.ts'

const { at, request, errorsOf, logged, upload } = setUpAdminTests()
const path = '/enforcement-mail-configuration'
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n')

beforeEach(async () => {
  await at.database.pool.query('truncate enforcement_configurations cascade')
  await emptyLogs(at.database.db)
})

const draft = (more: object = {}) => ({
  company: at.world.companies.parent,
  brand: at.world.brands.own,
  platform: 'domain',
  mailBody: ['Dear {{registrar}},', '', 'Please take down {{domain}}.'],
  ...more,
})
const save = (more?: object) => request('POST', path, draft(more))
const list = async (query = '') => (await request('GET', `${path}?${query}`)).json()

describe('saving', () => {
  test('A-127 A-059 a configuration is stored and returned with ids, names, links and lines', async () => {
    const { Location } = (await upload('enforcement-configuration', 'power of attorney.pdf', pdf)).json().Data[0]
    const answer = await save({
      status: false,
      attachments: [{ fileName: 'power of attorney.pdf', url: Location, type: 'authority', validUntil: '2031-05-01' }],
      mailBody: 'Dear {{registrar}},\r\n\nbye  \n\n',
    })
    expect([answer.statusCode, answer.json().message]).toEqual([200, 'Enforcement configuration saved successfully'])
    const [record] = (await list()).results
    expect(record).toEqual({
      id: record.id,
      _id: record.id,
      company: { id: at.world.companies.parent, _id: at.world.companies.parent, name: 'Acme' },
      brand: { id: at.world.brands.own, _id: at.world.brands.own, brandName: 'Acme One' },
      platform: 'domain',
      status: false,
      attachments: [
        {
          fileName: 'power of attorney.pdf',
          url: expect.stringContaining('/api/files/newscrapper/'),
          type: 'authority',
          validUntil: '2031-05-01',
        },
      ],
      mailBody: ['Dear {{registrar}},', '', 'bye'],
      version: 1,
    })
    expect((await at.testApp.server.inject({ url: record.attachments[0].url })).rawPayload.equals(pdf)).toBe(true)
    expect(await logged()).toEqual([['add', 'EnforcementConfiguration', 1, at.world.companies.parent]])
  })

  test('A-080 A-081 A-082 A-083 missing fields are reported together, with the specified messages', async () => {
    const answer = await request('POST', path, { company: '', brand: '', platform: '', mailBody: ['', '  '] })
    expect(answer.statusCode).toBe(422)
    expect(errorsOf(answer)).toEqual({
      company: 'Please select a company.',
      brand: 'Please select a brand.',
      platform: 'Please select a platform.',
      mailBody: 'Mail body cannot be empty.',
    })
    expect(errorsOf(await request('POST', path, {}))).toEqual(errorsOf(answer))
    expect(await logged()).toEqual([])
  })

  test('A-086 only a platform of the brand, only a brand of the company', async () => {
    const { child } = at.world.companies
    expect(errorsOf(await save({ brand: at.world.brands.foreign }))).toEqual({ brand: 'Brand is not valid' })
    expect(errorsOf(await save({ company: newId() }))).toEqual({ company: 'Company is not valid' })
    expect(errorsOf(await save({ company: child, brand: at.world.brands.child, platform: 'website' }))).toEqual({
      platform: 'Platform is not valid',
    })
    expect(errorsOf(await save({ platform: 'nonsense' }))).toEqual({ platform: 'Platform is not valid' })
    expect(errorsOf(await save({ platform: 7 }))).toEqual({ platform: 'Please select a platform.' })
    for (const platform of ['eCommerce', 'e-commerce', 'ecommerce']) {
      const answer = await save({ company: child, brand: at.world.brands.child, platform })
      expect([platform, answer.statusCode]).toEqual([platform, platform === 'eCommerce' ? 200 : 409])
    }
  })

  test('A-156 a configuration may be for TMCH or trap purchases, where the brand has them', async () => {
    for (const platform of ['tmch', 'trap-purchase']) {
      const answer = await save({ platform })
      expect([answer.statusCode, answer.json().data?.platform]).toEqual([200, platform])
    }
    const { child } = at.world.companies
    expect(errorsOf(await save({ company: child, brand: at.world.brands.child, platform: 'tmch' }))).toEqual({
      platform: 'Platform is not valid',
    })
  })

  test('one per company, brand and platform, even when two save at once; allowed again after deletion', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => save()))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json().message).toBe('Enforcement configuration already exists.')
    const [{ id }] = (await list()).results
    expect((await request('DELETE', `${path}/${id}`)).statusCode).toBe(200)
    expect((await save()).statusCode).toBe(200)
  })

  test('limits of the email text, and unknown placeholders', async () => {
    const body = async (mailBody: unknown) => errorsOf(await save({ mailBody }))['mailBody']
    expect(await body(Array.from({ length: 501 }, () => 'x'))).toBe('Mail body must be between 1 and 500 lines')
    expect(await body('x'.repeat(20_001))).toBe('Mail body must be between 1 and 20000 characters')
    expect(await body('a\u0007b')).toBe('Mail body is not valid')
    expect(await body(5)).toBe('Mail body is not valid')
    expect(await body('Dear {{owner}}')).toBe(
      '{{owner}} is not a placeholder. Use {{brand}}, {{company}}, {{domain}}, {{url}}, {{registrar}}, {{ipAddress}}, {{hosting}}, {{date}}, {{mark}}, {{markNumber}}, {{harm}}, {{seenAt}}, {{reference}}.',
    )
    const longest = ['x'.repeat(19_001), ...Array.from({ length: 499 }, () => 'x')]
    expect((await save({ mailBody: longest })).statusCode).toBe(200)
  })

  test('A-084 attachments are stored PDFs, checked by content, at most ten', async () => {
    const html = await upload(
      'enforcement-configuration',
      'notice.pdf',
      Buffer.from('<!doctype html><script>alert(1)</script>'),
    )
    expect([html.statusCode, html.json().message]).toEqual([415, 'Only PDF files are allowed.'])
    const { Location: url } = (await upload('enforcement-configuration', 'a.pdf', pdf)).json().Data[0]
    const attachments = async (given: unknown) => errorsOf(await save({ attachments: given }))['attachments']
    expect(await attachments([{ fileName: 'x.pdf', url: 'https://evil.example/x.pdf' }])).toBe(
      'Only PDF files are allowed.',
    )
    expect(await attachments([{ fileName: 'x.pdf', url: '/etc/passwd' }])).toBe('Only PDF files are allowed.')
    await at.database.pool.query("update files set purpose = 'images' where key = $1", [
      decodeURIComponent(url.split(/[/?]/)[4]),
    ])
    expect(await attachments([{ fileName: 'x.pdf', url }])).toBe('Only PDF files are allowed.')
    const { Location: good } = (await upload('enforcement-configuration', 'b.pdf', pdf)).json().Data[0]
    expect(await attachments(Array.from({ length: 11 }, () => ({ fileName: 'b.pdf', url: good })))).toBe(
      'Attachments must be between 0 and 10 files',
    )
    expect(await attachments('b.pdf')).toBe('Attachments are not valid')
    expect(await attachments([{ fileName: 'a\nb.pdf', url: good }])).toBe('Attachments are not valid')
    expect((await save({ attachments: [{ fileName: 'b', url: good }] })).json().data.attachments[0].fileName).toBe(
      'b.pdf',
    )
  })
})

describe('editing and deleting', () => {
  test('A-128 A-037 email text, files and status can be changed; company, brand and platform are locked', async () => {
    const { data } = (await save()).json()
    const edit = (more: object) =>
      request('POST', `${path}/edit`, { ...draft(), EnforcementConfigId: data.id, ...more })
    for (const [field, value] of Object.entries({
      company: at.world.companies.foreign,
      brand: at.world.brands.foreign,
      platform: 'website',
    }))
      expect(Object.keys(errorsOf(await edit({ [field]: value })))).toEqual([field])
    const answer = await edit({ status: false, mailBody: ['new'], version: 1 })
    expect([answer.statusCode, answer.json().message]).toEqual([200, 'Enforcement configuration updated successfully'])
    expect((await list()).results[0]).toMatchObject({
      status: false,
      mailBody: ['new'],
      version: 2,
      platform: 'domain',
    })
    expect((await edit({ mailBody: [' '] })).statusCode).toBe(422)
    for (const id of [newId(), 'nonsense']) expect((await edit({ EnforcementConfigId: id })).statusCode).toBe(404)
    expect((await logged()).map(([type]) => type)).toEqual(['add', 'update'])
  })

  test('a stale version is 409 with the current record', async () => {
    const { data } = (await save()).json()
    const edit = (text: string, version: number) =>
      request('POST', `${path}/edit`, { EnforcementConfigId: data.id, mailBody: [text], version })
    const answers = await Promise.all([edit('one', 1), edit('two', 1)])
    const [won, lost] = answers.sort((a, b) => a.statusCode - b.statusCode)
    expect([won?.statusCode, lost?.statusCode]).toEqual([200, 409])
    expect(lost?.json().current).toMatchObject({ version: 2, mailBody: won?.json().data.mailBody })
    expect((await logged()).map(([type]) => type)).toEqual(['add', 'update'])
  })

  test('A-130 a deleted configuration is gone for everybody, and a second deletion is 404', async () => {
    const { data } = (await save()).json()
    const answer = await request('DELETE', `${path}/${data.id}`)
    expect([answer.statusCode, answer.json()]).toEqual([200, { message: 'Record deleted successfully' }])
    expect((await list()).results).toEqual([])
    expect((await request('DELETE', `${path}/${data.id}`)).statusCode).toBe(404)
    expect((await request('DELETE', `${path}/nonsense`)).statusCode).toBe(404)
    expect((await logged()).map(([type]) => type)).toEqual(['add', 'delete'])
  })

  test('G101 the configuration of a deleted brand is not listed any more', async () => {
    const { data } = (await save()).json()
    const set = (deleted: string) =>
      at.database.pool.query(`update brands set deleted_at = ${deleted} where id = $1`, [at.world.brands.own])
    await set('now()')
    try {
      expect((await list()).results).toEqual([])
    } finally {
      await set('null')
    }
    expect((await list()).results.map(({ id }: { id: string }) => id)).toEqual([data.id])
  })
})

describe('the list', () => {
  test('A-129 A-146 A-064 results and pagination, 20 a page, newest first, sorted and searched by name', async () => {
    const { parent, foreign } = at.world.companies
    const { own, foreign: brand } = at.world.brands
    for (const platform of ['website', 'domain', 'social-media']) await save({ platform })
    await save({ company: foreign, brand, platform: 'app-store' })
    const all = await list()
    expect(all.pagination).toEqual({
      page: 1,
      perPage: 20,
      nextPage: null,
      prevPage: null,
      hasNextPage: false,
      hasPrevPage: false,
      pagingCounter: 1,
      totalDocs: 4,
      totalPages: 1,
    })
    const platforms = async (query: string) =>
      (await list(query)).results.map(({ platform }: { platform: string }) => platform)
    expect(await platforms('')).toEqual(['app-store', 'social-media', 'domain', 'website'])
    expect(await platforms('sortBy=platform&sortDirection=1')).toEqual([
      'app-store',
      'domain',
      'social-media',
      'website',
    ])
    expect(await platforms('sortBy=company&sortDirection=-1&perPage=1')).toEqual(['app-store'])
    expect(await platforms('sortBy=id;drop&sortDirection=1')).toEqual(await platforms(''))
    expect(await platforms('search=ZENITH')).toEqual(['app-store'])
    expect(await platforms('search=acme one&perPage=2&page=2')).toEqual(['website'])
    expect(await platforms('search=social media')).toEqual(['social-media'])
    expect(await platforms('search=%25')).toEqual([])
    expect((await request('GET', `${path}?search=${'x'.repeat(201)}`)).statusCode).toBe(422)
    expect([parent, own]).not.toContain(all.results[0].company.id)
  })

  test('A-154 only an Admin', async () => {
    for (const who of ['analyst', 'client'] as const) {
      expect((await request('GET', path, undefined, who)).statusCode).toBe(403)
      expect((await request('POST', path, draft(), who)).statusCode).toBe(403)
      expect((await request('POST', `${path}/test-email`, draft({ finding: newId() }), who)).statusCode).toBe(403)
    }
  })
})

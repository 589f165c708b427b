import { describe, expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import { newId } from '#kit/server/id.ts'
import { today } from '#vocabulary/dates.ts'
import { purchaseActions } from './testing.ts'

const { at, request, errorsOf } = setUpAdminTests()
const { finding, list, save } = purchaseActions(at)
const day = today('Asia/Kolkata')

describe('lists', () => {
  test('C-283 C-223 C-198 the client list has status 44 by default and never shows other findings', async () => {
    const ids: Record<string, string> = {}
    for (const status of ['44', '66', '77', '101', '102', '33', '55'])
      ids[status] = await finding({ status, title: 'Only here' })
    const statuses = async (query: string) =>
      (await list(`title=only%20here&perPage=50&${query}`)).docs.map(({ status }: { status: string }) => status).sort()
    expect(await statuses('')).toEqual(['44'])
    expect(await statuses('status=')).toEqual(['44'])
    expect(await statuses('status=77,101&status=33')).toEqual(['101', '77'])
    expect(await statuses('status=33')).toEqual([])
    expect(await statuses('status=44,66,77,101,102')).toEqual(['101', '102', '44', '66', '77'])
    const counted = await list('status=33,55&module=trap-purchase')
    expect([counted.totalDocs, counted.docs]).toEqual([0, []])
    const page = await list('status=44,66,77,101,102&perPage=2&page=2&sortBy=title&sortOrder=asc&module=trap-purchase')
    expect(page).toMatchObject({ page: 2, prevPage: 1, hasPrevPage: true })
    expect(page.docs).toHaveLength(2)
    // A notification shows its own records only, whatever their purchase status.
    const notice = newId()
    await at.database.pool.query(
      "insert into notices (id, company_id, brand_id, platform, model, text, finding_ids) values ($1, $2, $3, 'e-commerce', 'Ecommerce', 'x', $4)",
      [notice, at.world.companies.parent, at.world.brands.own, [ids['77'], ids['33']]],
    )
    await at.database.pool.query('insert into notifications (id, notice_id, user_id) values ($1, $2, $3)', [
      newId(),
      notice,
      at.world.people.client,
    ])
    expect((await list(`notification=${notice}`)).docs.map(({ id }: { id: string }) => id)).toEqual([ids['77']])
  })

  test('C-173 filters of site, day, url, title, price, reason, priority and status', async () => {
    const mine = {
      site: 'rare.example',
      url: 'https://rare.example/p/1',
      title: 'Rare cream',
      price: 250,
      reason: 'Odd seal',
      priority: 'High',
    }
    const id = await finding(mine)
    // Price, day, priority and status are not this finding's alone, so they are asked together with its address.
    for (const query of [
      'site=rare.example',
      'url=RARE.example/p',
      'title=rare%20CREAM',
      'reason=odd%20seal',
      'url=rare.example&price=200-300',
      `url=rare.example&reportingDate=${day}&priority=High&status=44`,
    ])
      expect((await list(query)).docs.map((one: { id: string }) => one.id)).toEqual([id])
    for (const query of ['site=none.example', 'title=plain', 'price=1', 'reason=even', 'priority=Low', 'status=66'])
      expect((await list(`url=rare.example&${query}`)).docs).toEqual([])
  })

  test('C-010 a client sees its own, staff see all; a company or brand out of scope is 403', async () => {
    const id = await finding({ title: 'Seen by few' })
    await save({ eId: id })
    const seen = async (who: string) => (await list('title=seen%20by%20few', who)).docs.length
    expect(await Promise.all(['client', 'analyst', 'admin', 'foreignClient', 'childClient'].map(seen))).toEqual([
      1, 1, 1, 0, 0,
    ])
    for (const query of [`clientCompanyId=${at.world.companies.foreign}`, `brand=${at.world.brands.foreign}`])
      expect(
        (await request('GET', `/trapPurchase/v2/getTrapPurchaseRecord?${query}`, undefined, 'client')).statusCode,
      ).toBe(403)
  })

  test('G113 G114 a brand without e-commerce, or a disabled one, shows its client nothing', async () => {
    const id = await finding({
      title: 'Soon gone',
      brandId: at.world.brands.child,
      companyId: at.world.companies.child,
    })
    const seen = async () => (await list('title=soon%20gone', 'childClient')).docs.map((one: { id: string }) => one.id)
    const platforms = (value: string) =>
      at.database.pool.query('update brands set platforms = $1 where id = $2', [value, at.world.brands.child])
    expect(await seen()).toEqual([id])
    await platforms('{"domain": {}}')
    expect(await seen()).toEqual([])
    await platforms('{"domain": {}, "eCommerce": {"endDate": "2020-01-01"}}')
    expect(await seen()).toEqual([id])
    await at.database.pool.query('update brands set enabled = false where id = $1', [at.world.brands.child])
    expect(await seen()).toEqual([])
  })

  test('S-246 S-293 the staff list of a company has status 44 of all time by default', async () => {
    const old = await finding({ reportingDate: '2020-02-03', title: 'Old' })
    const other = await finding({ status: '66', reportingDate: '2020-02-03' })
    const company = at.world.companies.parent
    const data = async (query: string) => {
      const answer = (await request('GET', `/trapPurchase/getTrapPurchaseRecords?company=${company}&${query}`)).json()
      return answer.data.map((one: { id: string }) => one.id) as string[]
    }
    expect(await data('')).toContain(old)
    expect(await data('')).not.toContain(other)
    expect(await data('reportingDate=03/02/2020')).toEqual([old])
    expect(await data('reportingDate=2020-02-03&status=66')).toEqual([other])
    expect(await data(`reportingDate=2020-02-03&brand=${at.world.brands.foreign}`)).toEqual([])
    const without = await request('GET', '/trapPurchase/getTrapPurchaseRecords')
    expect(errorsOf(without)).toEqual({ company: 'Company is required' })
    for (const who of ['client', 'analyst'])
      expect(
        (await request('GET', `/trapPurchase/getTrapPurchaseRecords?company=${company}`, undefined, who)).statusCode,
      ).toBe(403)
  })

  test('G56 the download has the columns of e-commerce and those of the purchase', async () => {
    const eId = await finding({ title: 'Bought once', site: 'dl.example' })
    await save({ eId, sellerName: '=cmd' })
    const answer = await request('GET', '/trapPurchase/download-xls?site=dl.example&type=csv', undefined, 'client')
    expect(answer.headers['content-disposition']).toContain('trap-purchase.csv')
    const [head, line, ...rest] = answer.body
      .replace(/^\uFEFF/, '')
      .trim()
      .split(/\r?\n(?=\d+,)/)
    expect(head).toMatch(/^SN,Image,Site,Date Added,.*,Seller Name,Seller Address,.*,PAN,Invoice,GST Number,Note$/)
    expect(line).toContain(',Purchase')
    expect(line).toContain('Bought once')
    expect(line).toContain('1499.5')
    expect(answer.body).toContain("'=cmd")
    expect(rest.join('\n')).not.toContain('Bought once')
    const foreign = await request(
      'GET',
      '/trapPurchase/download-xls?site=dl.example&type=csv',
      undefined,
      'foreignClient',
    )
    expect(foreign.body).not.toContain('Bought once')
  })
})

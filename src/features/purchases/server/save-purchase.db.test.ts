import { beforeAll, describe, expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import { newId } from '#kit/server/id.ts'
import { domain } from '#platforms/domain.ts'
import { onePicture, pdf, purchaseActions, seller } from './testing.ts'

const { at, errorsOf } = setUpAdminTests()
const { finding, linkOf, list, save } = purchaseActions(at)
let png: Buffer
beforeAll(async () => {
  png = await onePicture()
})

const statusOf = async (id: string) =>
  (await at.database.pool.query('select status from findings where id = $1', [id])).rows[0].status as string

describe('saving', () => {
  test('S-245 S-120 C-157 S-276 a purchase is saved with its files and visible to its client', async () => {
    const eId = await finding({ title: 'Cream', site: 'shop.example' })
    const [invoiceFile, gstFile, image] = [
      await linkOf('uploadInvoiceFile', pdf),
      await linkOf('uploadGSTFile', png),
      await linkOf('uploadImageUrls', png),
    ]
    const answer = await save({
      eId,
      invoiceFile,
      gstFile,
      imageUrls: [image],
      selectedPurchaseId: '',
      selectedStatus: '66',
    })
    expect([answer.statusCode, answer.json().message]).toEqual([200, 'Data Saved Successfully !'])
    expect(await statusOf(eId)).toBe('66')
    const doc = (await list('status=66')).docs.find((one: { id: string }) => one.id === eId)
    expect(doc).toMatchObject({ title: 'Cream', site: 'shop.example', status: '66' })
    expect(doc.purchase).toMatchObject({ ...seller, pricePaid: 1499.5, pan: 'AAPFU0939F', purchasedOn: '2026-11-12' })
    for (const link of [doc.purchase.invoiceFile, doc.purchase.gstFile, ...doc.purchase.imageUrls])
      expect(link).toContain('/api/files/newscrapper/')
    expect(doc.purchase.imageUrls).toHaveLength(1)
  })

  test('S-247 the same call changes a purchase; a second one for a finding is refused', async () => {
    const eId = await finding()
    const { id: selectedPurchaseId, version } = (await save({ eId })).json().data
    expect((await save({ eId })).statusCode).toBe(409)
    expect((await save({ eId: await finding(), pricePaid: undefined })).json().data).toMatchObject({ pricePaid: null })
    const changed = await save({ eId, selectedPurchaseId, version, sellerName: 'Other Traders', invoice: '' })
    expect(changed.json().data).toMatchObject({ id: selectedPurchaseId, sellerName: 'Other Traders', invoice: '' })
    const late = await save({ eId, selectedPurchaseId, version, sellerName: 'Third' })
    expect([late.statusCode, late.json().current.sellerName]).toEqual([409, 'Other Traders'])
    const elsewhere = await finding()
    for (const [target, id] of [
      [elsewhere, selectedPurchaseId],
      [eId, newId()],
      [eId, 'nonsense'],
    ])
      expect((await save({ eId: target, selectedPurchaseId: id })).statusCode).toBe(404)
    expect((await at.database.pool.query('select 1 from purchases where finding_id = $1', [elsewhere])).rows).toEqual(
      [],
    )
  })

  test('concurrent saves create one purchase', async () => {
    const eId = await finding()
    const codes = await Promise.all([save({ eId }), save({ eId }), save({ eId })])
    expect(codes.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
  })

  test('an unknown finding or one of another platform is 404; one that is not a trap purchase is refused', async () => {
    const elsewhere = await finding({}, domain)
    for (const eId of [newId(), 'nonsense', elsewhere]) expect((await save({ eId })).statusCode).toBe(404)
    expect((await save({ eId: await finding({ deletedAt: new Date() }) })).statusCode).toBe(404)
    const eId = await finding({ status: '33' })
    expect(errorsOf(await save({ eId, selectedStatus: '44' }))).toEqual({ eId: 'Finding is not valid' })
    expect(await statusOf(eId)).toBe('33')
  })

  test('S-169 violated bounds are reported under their fields', async () => {
    const eId = await finding()
    const long = (n: number) => 'x'.repeat(n)
    const invalidFields = {
      sellerName: long(151),
      sellerAddress: long(501),
      sellerCity: long(61),
      sellerState: long(61),
      sellerCountry: long(61),
      purchasedOn: '31/02/2026',
      orderNumber: long(61),
      fault: long(1001),
      pricePaid: '10000000.01',
      pan: 'AAPFU0939',
      invoice: long(51),
      gstNumber: '27AAPFU0939F1Z',
      productNote: long(2001),
      imageUrls: Array.from({ length: 21 }, () => 'x.png'),
    }
    expect(errorsOf(await save({ eId, ...invalidFields }))).toEqual({
      sellerName: 'Seller Name must be between 1 and 150 characters',
      sellerAddress: 'Seller Address must be between 0 and 500 characters',
      sellerCity: 'Seller City must be between 0 and 60 characters',
      sellerState: 'Seller State must be between 0 and 60 characters',
      sellerCountry: 'Seller Country must be between 0 and 60 characters',
      purchasedOn: 'Purchased On is not valid',
      orderNumber: 'Order Number must be between 0 and 60 characters',
      fault: 'What Was Wrong must be between 0 and 1000 characters',
      pricePaid: 'Price Paid is not valid',
      pan: 'PAN is not valid',
      invoice: 'Invoice must be between 0 and 50 characters',
      gstNumber: 'GST Number is not valid',
      productNote: 'Note must be between 0 and 2000 characters',
      imageUrls: 'At most 20 images can be added.',
    })
    expect(errorsOf(await save({ eId, sellerName: ' ' }))).toEqual({ sellerName: 'Seller Name is required' })
    for (const pricePaid of ['-1', 'free', {}])
      expect(errorsOf(await save({ eId, pricePaid }))).toEqual({ pricePaid: 'Price Paid is not valid' })
    // A complete purchase has a price, an invoice and an image.
    expect(errorsOf(await save({ eId, selectedStatus: '77', pricePaid: '', invoice: '', imageUrls: [] }))).toEqual({
      pricePaid: 'Price Paid is required',
      invoice: 'Invoice is required',
      imageUrls: 'Image is required',
    })
    // All errors of a save at once; a refused price is not missing as well.
    expect(
      errorsOf(
        await save({ eId, selectedStatus: '77', sellerName: '', pricePaid: 'free', invoice: '', imageUrls: [] }),
      ),
    ).toEqual({
      sellerName: 'Seller Name is required',
      pricePaid: 'Price Paid is not valid',
      invoice: 'Invoice is required',
      imageUrls: 'Image is required',
    })
    for (const selectedStatus of ['33', '55', '00', 'nonsense'])
      expect(errorsOf(await save({ eId, selectedStatus }))).toEqual({ selectedStatus: 'Status is not valid' })
    expect((await at.database.pool.query('select 1 from purchases where finding_id = $1', [eId])).rows).toEqual([])
  })

  test('only files uploaded for a purchase are accepted', async () => {
    const eId = await finding()
    const [image, documentLink] = [await linkOf('uploadImageUrls', png), await linkOf('uploadInvoiceFile', pdf)]
    for (const link of [documentLink, 'https://elsewhere.example/a.png', '2020/01/01/none.png', '../../etc/passwd'])
      expect(errorsOf(await save({ eId, imageUrls: [link] }))).toEqual({ imageUrls: 'Only image files are allowed.' })
    expect(errorsOf(await save({ eId, invoiceFile: image }))).toEqual({
      invoiceFile: 'Only PDF, PNG and JPEG files are allowed.',
    })
    expect(errorsOf(await save({ eId, gstFile: 'https://elsewhere.example/a.pdf' }))).toHaveProperty('gstFile')
    const broken = '/api/files/newscrapper/%E0%A4%A'
    for (const fields of [{ imageUrls: [broken] }, { invoiceFile: broken }, { gstFile: broken }]) {
      const refused = await save({ eId, ...fields })
      expect([refused.statusCode, Object.keys(errorsOf(refused))]).toEqual([422, Object.keys(fields)])
    }
  })

  test('every status change is logged, the data log has both records, and a final status notifies the client', async () => {
    const eId = await finding()
    const logs = () =>
      at.database.pool.query(
        'select module, status_from, status_to from status_log where finding_id = $1 order by at, id',
        [eId],
      )
    const before = (await at.database.pool.query('select count(*)::int n from data_log')).rows[0].n as number
    const { id: selectedPurchaseId } = (await save({ eId, selectedStatus: '66' })).json().data
    await save({ eId, selectedPurchaseId, selectedStatus: '66' })
    await at.testApp.runJobs()
    const notified = () =>
      at.database.pool.query(
        'select n.text, u.username from notices n join notifications m on m.notice_id = n.id join users u on u.id = m.user_id where $1 = any(n.finding_ids)',
        [eId],
      )
    expect((await notified()).rows).toEqual([])
    const imageUrls = [await linkOf('uploadImageUrls', png)]
    expect((await save({ eId, selectedPurchaseId, selectedStatus: 77, imageUrls })).statusCode).toBe(200)
    await at.testApp.runJobs()
    expect((await logs()).rows).toEqual([
      { module: 'trap-purchase', status_from: '44', status_to: '66' },
      { module: 'trap-purchase', status_from: '66', status_to: '77' },
    ])
    const data = await at.database.pool.query('select type, model from data_log order by at, id offset $1', [before])
    expect(data.rows.map(({ type, model }) => `${type} ${model}`)).toEqual([
      'add TrapPurchase',
      'update Ecommerce',
      'update TrapPurchase',
      'update TrapPurchase',
      'update Ecommerce',
    ])
    const received = (await notified()).rows
    expect(received.map(({ username }) => username as string)).toContain('client')
    expect(received.map(({ username }) => username as string)).not.toContain('stranger')
    expect(received[0].text).toContain('Purchase complete')
    for (const status of ['101', '102']) {
      const other = await finding()
      await save({ eId: other, selectedStatus: status })
      await at.testApp.runJobs()
      const texts = await at.database.pool.query('select text from notices where $1 = any(finding_ids)', [other])
      expect(texts.rows[0].text).toContain('Purchase Incomplete')
    }
  })
})

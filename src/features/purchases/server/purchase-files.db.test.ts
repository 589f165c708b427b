import { beforeAll, describe, expect, test } from 'vitest'
import { setUpAdminTests } from '#app/testing-world.ts'
import { signedPath } from '#kit/server/files.ts'
import { onePicture, pdf, purchaseActions } from './testing.ts'

const { at } = setUpAdminTests()
const { finding, linkOf, list, save, upload } = purchaseActions(at)
let png: Buffer
beforeAll(async () => {
  png = await onePicture()
})

describe('files', () => {
  test('S-244 uploads return link, bucket and key; at most one document or twenty images', async () => {
    const one = (
      await upload('uploadImageUrls', [
        { name: 'a.png', bytes: png },
        { name: 'b.png', bytes: png },
      ])
    ).json()
    expect(one.ResponseData.map((file: object) => Object.keys(file).sort())).toEqual([
      ['Bucket', 'Key', 'Location'],
      ['Bucket', 'Key', 'Location'],
    ])
    const many = Array.from({ length: 21 }, (_, n) => ({ name: `${n}.png`, bytes: png }))
    const refused = await upload('uploadImageUrls', many)
    expect([refused.statusCode, refused.json().message]).toEqual([413, 'At most 20 files can be uploaded at once.'])
    const two = [
      { name: 'a.pdf', bytes: pdf },
      { name: 'b.pdf', bytes: pdf },
    ]
    expect((await upload('uploadInvoiceFile', two)).statusCode).toBe(413)
    const large = { name: 'a.png', bytes: Buffer.concat([png, Buffer.alloc(10 * 1024 * 1024)]) }
    expect((await upload('uploadGSTFile', [large])).statusCode).toBe(413)
    expect((await upload('uploadGSTFile', [])).statusCode).toBe(422)
    for (const who of ['client', 'analyst'])
      expect((await upload('uploadGSTFile', [{ name: 'a.pdf', bytes: pdf }], who)).statusCode).toBe(403)
  })

  test('S-168 the type is detected from the content: no program as an invoice, no PDF as an image', async () => {
    const program = Buffer.concat([Buffer.from('MZ'), Buffer.alloc(200)])
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const before = (await at.database.pool.query('select count(*)::int n from files')).rows[0].n as number
    for (const to of ['uploadGSTFile', 'uploadInvoiceFile'] as const)
      for (const bytes of [program, svg, Buffer.from('plain'), Buffer.alloc(0)]) {
        const answer = await upload(to, [{ name: 'certificate.pdf', bytes }])
        const message = bytes.length === 0 ? 'certificate.pdf is empty.' : 'Only PDF, PNG and JPEG files are allowed.'
        expect([answer.statusCode, answer.json().message]).toEqual([415, message])
      }
    for (const bytes of [program, svg, pdf, Buffer.from('GIF89a____')]) {
      const answer = await upload('uploadImageUrls', [{ name: 'picture.png', bytes }])
      expect([answer.statusCode, answer.json().message]).toEqual([415, 'Only image files are allowed.'])
    }
    expect((await at.database.pool.query('select count(*)::int n from files')).rows[0].n).toBe(before)
  })

  test('G94 G119 a link works only for its reader, for one hour, and unaltered', async () => {
    const eId = await finding({ title: 'With papers' })
    await save({
      eId,
      invoiceFile: await linkOf('uploadInvoiceFile', pdf, 'bill.pdf'),
      imageUrls: [await linkOf('uploadImageUrls', png)],
    })
    const { purchase } = (await list('title=with%20papers')).docs[0]
    const get = (url: string, who?: string) =>
      at.testApp.server.inject({ url, headers: who ? { authorization: `Bearer ${at.tokens[who]!}` } : {} })
    const status = async (url: string, who?: string) => (await get(url, who)).statusCode
    for (const link of [purchase.invoiceFile, purchase.imageUrls[0]] as string[]) {
      expect(await status(link, 'client')).toBe(200)
      // Another client, another client of the same company, staff with no link of their own, and signed out.
      for (const who of ['foreignClient', 'childClient', 'admin', undefined])
        expect([who, await status(link, who)]).toEqual([who, 403])
      const altered = [
        link.replace(/expires=\d+/, 'expires=9999999999'),
        link.replace(/signature=./, (start) => `signature=${start.endsWith('A') ? 'B' : 'A'}`),
        link.replace(/&reader=[^&]+/, ''),
      ]
      for (const url of altered) expect(await status(url, 'client')).toBe(403)
      const stolen = link.replace(/reader=[^&]+/, `reader=${at.world.people.foreignClient}`)
      expect(await status(stolen, 'foreignClient')).toBe(403)
    }
    const invoice = await get(purchase.invoiceFile as string, 'client')
    expect(invoice.headers).toMatchObject({
      'content-type': 'application/pdf',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(invoice.rawPayload.equals(pdf)).toBe(true)
    expect((await get(`${purchase.imageUrls[0] as string}&size=thumb`, 'client')).headers['content-type']).toBe(
      'image/webp',
    )
    const { key } = /newscrapper\/(?<key>[^?]+)/.exec(purchase.invoiceFile as string)!.groups as { key: string }
    const late = signedPath(
      at.testApp.app.settings.signingSecret,
      { bucket: 'newscrapper', key: decodeURIComponent(key), reader: at.world.people.client },
      -1,
    )
    expect(await status(late, 'client')).toBe(403)
  })
})

import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { addFindings } from '#features/findings/server/testing.ts'
import type { TestDatabase } from '#kit/server/testing.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { today } from '#vocabulary/dates.ts'

/** The parts of the shared test setup that these helpers use. */
type TestContext = {
  database: TestDatabase
  testApp: { server: FastifyInstance }
  world: { companies: { parent: string }; brands: { own: string } }
  tokens: Record<string, string>
}

type Upload = 'uploadImageUrls' | 'uploadGSTFile' | 'uploadInvoiceFile'
type File = { name: string; bytes: Buffer }

/** For tests: a minimal PDF file. */
export const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< >>\nendobj\ntrailer\n<< >>\n%%EOF\n')

/** For tests: a small PNG image. */
export function onePicture(): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
}

/** Valid values of a purchase form. */
export const seller = {
  sellerName: 'Kiran Traders',
  sellerAddress: '4 Main Road\nnear the station',
  sellerCity: 'Pune',
  sellerState: 'Maharashtra',
  sellerCountry: 'India',
  purchasedOn: '12/11/2026',
  orderNumber: '404-1234567',
  fault: 'No hologram on the box',
  pricePaid: '₹1,499.50',
  pan: 'aapfu0939f',
  invoice: 'INV-7',
  gstNumber: '27AAPFU0939F1ZV',
  productNote: 'Sealed box, no hologram',
}

/** For tests: findings to buy, multipart uploads, and the calls of a purchase. */
export function purchaseActions(at: TestContext) {
  const headersOf = (who: string) => ({ authorization: `Bearer ${at.tokens[who]!}` })
  const upload = (to: Upload, files: File[], who = 'admin') => {
    const edge = 'edge-of-the-part'
    const parts = files.flatMap(({ name, bytes }) => [
      Buffer.from(`--${edge}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    ])
    return at.testApp.server.inject({
      method: 'POST',
      url: `/api/trapPurchase/${to}`,
      payload: Buffer.concat([...parts, Buffer.from(`--${edge}--\r\n`)]),
      headers: { 'content-type': `multipart/form-data; boundary=${edge}`, ...headersOf(who) },
    })
  }
  return {
    upload,
    linkOf: async (to: Upload, bytes: Buffer, name = 'a file') =>
      (await upload(to, [{ name, bytes }])).json().ResponseData[0].Location as string,
    save: (body: object, who = 'admin') =>
      at.testApp.server.inject({
        method: 'POST',
        url: '/api/trapPurchase',
        payload: { ...seller, ...body },
        headers: headersOf(who),
      }),
    list: async (query = '', who = 'client') => {
      const url = `/api/trapPurchase/v2/getTrapPurchaseRecord?${query}`
      return (await at.testApp.server.inject({ url, headers: headersOf(who) })).json()
    },
    finding: async (more: Record<string, unknown> = {}, platform = eCommerce) => {
      const { companies, brands } = at.world
      const plain = { status: '44', reportingDate: today('Asia/Kolkata') }
      const values = { companyId: companies.parent, brandId: brands.own, ...plain, ...more }
      return (await addFindings(at.database.db, platform, [values]))[0]!
    },
  }
}

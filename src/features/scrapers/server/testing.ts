import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { cellsOf } from '#columns/sheet-cells.ts'
import { BrowserError, type BrowserService, type PageVisit } from '#kit/server/browser/types.ts'

import { RequestNotSent, type Politeness } from '#kit/server/politeness.ts'

/** A page of the pretended web: its HTML, or what comes instead. */
export type TestPage = string | { status?: number; html?: string; finalAddress?: string } | BrowserError

/** One pixel. */
const picture = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPj/HwADAgH/p9O3VwAAAABJRU5ErkJggg==',
  'base64',
)
const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

/** A browser that shows pages of a pretended web, and lists what it was asked for. */
export function pretendedBrowser(pageAt: (address: string) => TestPage | Promise<TestPage>) {
  const visited: string[] = []
  const visit: BrowserService['visit'] = async (address, { archive, signal } = {}) => {
    visited.push(address)
    const found = await Promise.race([
      pageAt(address),
      new Promise<never>((_resolve, reject) =>
        signal?.addEventListener('abort', () => reject(new BrowserError('cancelled', 'The visit was cancelled'))),
      ),
    ])
    if (found instanceof BrowserError) throw found
    const { status = 200, html = '', finalAddress = address } = typeof found === 'string' ? { html: found } : found
    const title = /<title>([^<]*)/.exec(html)?.[1] ?? ''
    const archived = archive ? Buffer.from('wacz') : undefined
    return {
      address,
      finalAddress,
      redirects: [],
      status,
      headers: {},
      ipAddress: '203.0.113.7',
      certificate: null,
      title,
      html,
      text: '',
      popups: 0,
      takenAt: '2026-11-22T10:00:00.000Z',
      picture,
      ...(archived ? { archive: archived } : {}),
      sha256: { picture: sha256(picture), html: sha256(html), ...(archived ? { archive: sha256(archived) } : {}) },
    } satisfies PageVisit
  }
  const browser: BrowserService = {
    missing: () => Promise.resolve(undefined),
    visit,
    withPage: () => Promise.reject(new Error('No page is acted on here')),
    openSession: (given) =>
      Promise.resolve({
        visit: (address, options) => visit(address, { ...given, ...options }),
        close: () => Promise.resolve(),
      }),
    close: () => Promise.resolve(),
  }
  return { browser, politeness: pretendedPace, visited }
}

/** Every host may be asked at once, but for one whose robots.txt says no. */
const inTurn: Politeness['inTurn'] = (address, { robots }, work) =>
  robots !== false && new URL(address).hostname === 'robots.example'
    ? Promise.reject(new RequestNotSent('robots', 'robots.example asks robots not to open this page'))
    : work()
const pretendedPace: Politeness = { inTurn, visit: inTurn }

/** A product page as shops mark it up. */
export const productPage = (name: string, price: string): string => `<title>${name}</title>
  <h1>${name}</h1><script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Product',
    name,
    sku: `SKU-${name}`,
    offers: {
      '@type': 'Offer',
      price,
      priceCurrency: 'INR',
      availability: 'https://schema.org/InStock',
      seller: { '@type': 'Organization', name: 'Kala Traders' },
    },
  })}</script>`

/** A multipart body with one file. */
export function multipart(
  fields: Readonly<Record<string, string>>,
  file?: { field: string; name: string; bytes: Uint8Array },
) {
  const boundary = 'a-boundary-of-the-test'
  const head = (text: string) => Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${text}\r\n\r\n`)
  const parts = Object.entries(fields).flatMap(([name, value]) => [head(`name="${name}"`), Buffer.from(`${value}\r\n`)])
  const ofFile = file
    ? [
        head(`name="${file.field}"; filename="${file.name}"\r\ncontent-type: application/octet-stream`),
        Buffer.from(file.bytes),
        Buffer.from('\r\n'),
      ]
    : []
  return {
    payload: Buffer.concat([...parts, ...ofFile, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

type Files = { name: string; url: string }[]

/** The files of a finished job by name, fetched by their links. */
export async function filesOfJob(
  server: FastifyInstance,
  headers: Record<string, string>,
  linksPath: string,
): Promise<Map<string, Buffer>> {
  const { files } = (await server.inject({ method: 'POST', url: linksPath, headers })).json<{ files: Files }>()
  const found = new Map<string, Buffer>()
  for (const { name, url } of files) found.set(name, (await server.inject({ url })).rawPayload)
  return found
}

/** The cells of a workbook as a screen reads them. */
export const readWorkbook = (bytes: Buffer) => cellsOf('sheet.xlsx', new Uint8Array(bytes))

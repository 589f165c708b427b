import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { hashPicture } from '#kit/server/pdq.ts'
import { type Egress, EgressError } from '#kit/server/egress.ts'
import { type BrandReference, likenessOf } from './likeness.ts'
import { logoHashesOf, smallPicturesOf } from './small-pictures.ts'

const svg = (text: string) => `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="160">${text}</svg>`
const drawing = svg(
  `<rect width="240" height="160" fill="#123"/><circle cx="70" cy="70" r="50" fill="#f60"/>
  <path d="M120 20 L230 80 L150 150 Z" fill="#6cf"/><rect x="20" y="125" width="150" height="14" fill="#fff"/>`,
)
const picture = (width: number, format: 'png' | 'jpeg', text = drawing) =>
  sharp(Buffer.from(text)).resize(width).toFormat(format).toBuffer()
const hashOf = async (bytes: Buffer) => Buffer.from((await hashPicture(bytes))!.hash, 'hex')

/** Serves these files at http://fake.test, and notes what was asked for. */
function served(files: Record<string, Buffer | string>) {
  const requested: string[] = []
  const safeFetch = async (address: string) => {
    requested.push(address)
    const file = files[new URL(address).pathname]
    if (file === undefined) throw new EgressError('unreached', 'nothing there')
    return { address, status: 200, body: Buffer.from(file), isCut: false }
  }
  return { requested, egress: { safeFetch } as unknown as Egress }
}
const finalAddress = 'http://fake.test/login/'

test('the icon and the logos of a page are fetched, whatever names them', async () => {
  const logo = await picture(200, 'png')
  const { egress, requested } = served({
    '/icon.svg': svg('<path d="M0 0"/>'),
    '/login/a.png': logo,
    '/b': logo,
    '/page': '<!doctype html><p>Not found, but with 200',
  })
  const html = `<link rel="shortcut icon" href="/icon.svg"><img src="https://other.test/banner.png" alt="Sale">
    <img class="site-logo" src=a.png><img src='/b' alt='Acme logo'><img src="/page" id="brand">
    <img src="javascript:alert(1)" class="logo"><img src="/gone.png" class="logo">`
  const { iconHash, logos } = await smallPicturesOf(egress, { html, finalAddress })
  expect(iconHash).toEqual(createHash('sha256').update(svg('<path d="M0 0"/>')).digest())
  expect(logos.map(({ length }) => length)).toEqual([svg('<path d="M0 0"/>').length, logo.length, logo.length])
  expect(requested.some((address) => address.includes('other.test'))).toBe(false)
})

test('without a named one the pictures of the header count, else the first of the page; at most six', async () => {
  const { egress, requested } = served({})
  const read = (html: string) => smallPicturesOf(egress, { html, finalAddress })
  await read('<img src="/0.png"><header class="top"><img src="/1.png?a=1&amp;b=2"></header><img src="/2.png">')
  expect(requested.splice(0)).toEqual(['http://fake.test/favicon.ico', 'http://fake.test/1.png?a=1&b=2'])
  await read('<p>Hello</p><img src="/2.png"><img src="/3.png">')
  expect(requested.splice(0)).toEqual(['http://fake.test/favicon.ico', 'http://fake.test/2.png'])
  await read(Array.from({ length: 30 }, (_, n) => `<img class=logo src="/${n}.png">`).join(''))
  expect(requested).toHaveLength(7)
  expect(await smallPicturesOf(egress, { html: '', finalAddress: 'nowhere' })).toEqual({ iconHash: null, logos: [] })
})

test('a page made to be slow is read as fast as any other', async () => {
  const { egress } = served({})
  const slow = ['<link rel=icon ', '<header', '<img ', '<img src="', `<link rel="${' '.repeat(50)}icon `]
  for (const part of slow) {
    const started = performance.now()
    await smallPicturesOf(egress, { html: part.repeat(1_000_000 / part.length), finalAddress })
    expect(performance.now() - started, part).toBeLessThan(2000)
  }
})

test('a logo in another size and format is that of the brand; another one is not', async () => {
  const own: BrandReference = { label: 'Home', title: '', text: '', pictureHash: null, iconHash: null, logoHashes: [] }
  const reasons = async (logo: Buffer, reference: Partial<BrandReference>) => {
    const nothing = { brandTerms: [], title: '', text: '', pictureHash: null, iconHash: null }
    const logoHashes = await logoHashesOf([logo], hashOf)
    const name = { value: 0.5, text: 'It contains acme' }
    return likenessOf({ ...nothing, name, logoHashes }, [{ ...own, ...reference }]).parts[1]?.text
  }
  const large = await hashOf(await picture(480, 'png'))
  const copied = await picture(200, 'jpeg')
  const expected = /^It shows a logo (of|like that of) Home$/
  expect(await reasons(copied, { pictureHash: large })).toMatch(expected)
  expect(await reasons(copied, { logoHashes: [Buffer.alloc(32), large] })).toMatch(expected)
  const other = svg('<rect width="240" height="80" fill="#fff"/><circle cx="190" cy="120" r="35" fill="#000"/>')
  expect(await reasons(await picture(200, 'png', other), { pictureHash: large })).toBeUndefined()
  // SVG is not drawn: its files are equal or not.
  const logoHashes = await logoHashesOf([Buffer.from(drawing)], hashOf)
  expect(await reasons(Buffer.from(drawing), { logoHashes })).toBe('It shows a logo of Home')
  expect(await logoHashesOf([Buffer.alloc(5000, 1)], hashOf)).toEqual([])
})

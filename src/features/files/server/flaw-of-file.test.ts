import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import PdfDocument from 'pdfkit'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { flawOfFile } from './flaw-of-file.ts'

const flawOf = (extension: string, bytes: Buffer) =>
  flawOfFile(bytes, { extension, mediaType: '' }, `proof.${extension}`)

describe('A-084 PDF files', () => {
  const isProtected = 'proof.pdf is protected by a password. Please upload a copy without a password.'

  test.each(['1.3', '1.4', '1.6', '1.7', '1.7ext3'] as const)(
    'one of version %s that only opens with a password is refused, one that restricts printing is not',
    async (pdfVersion) => {
      expect(await flawOf('pdf', await pdf({ pdfVersion, userPassword: 'a', ownerPassword: 'b' }))).toBe(isProtected)
      expect(await flawOf('pdf', await pdf({ pdfVersion, ownerPassword: 'b' }))).toBeUndefined()
      expect(await flawOf('pdf', await pdf({ pdfVersion }))).toBeUndefined()
    },
  )

  test('the same holds for version 2.0, as qpdf writes it', async () => {
    const owner = 'e7f13f9db7c9e4926f0e954b3c706bee7ec07e7ae3846ae99db07523e4b55b5bbe007023b8c2dcbfa662ac025bbc252e'
    const withUser = (user: string) =>
      flawOf('pdf', encrypted(`/Filter /Standard /Length 256 /O <${owner}> /P -4 /R 6 /U <${user}> /V 5`))
    expect(
      await withUser(
        'a4434c446a3083e88ddef5a741f9104c998aff0b20eee384ca9378dc882b739080ee7b02c0ba63d4d0e87ce6b53e9e6a',
      ),
    ).toBe(isProtected)
    expect(
      await withUser(
        '97269a00441eb125398dd73988210418e19df72e08f0f0b6be689203ff973938c507293482c60066a44a70506851f2d3',
      ),
    ).toBeUndefined()
  })

  test('one that opens with a certificate only is refused, one whose encryption cannot be read is not', async () => {
    expect(await flawOf('pdf', encrypted('/Filter /Adobe.PubSec /V 4'))).toBe(isProtected)
    expect(await flawOf('pdf', encrypted('/Filter /Standard /R 3'))).toBeUndefined()
    expect(await flawOf('pdf', Buffer.from('%PDF-1.7\ntrailer << /Encrypt 4 0 R >>'))).toBeUndefined()
  })
})

test('a PDF of blanks is read in linear time', async () => {
  const blanks = encrypted(`/Filter /Standard /R 3 /O ${' '.repeat(5_000_000)}`)
  const began = performance.now()
  expect(await flawOf('pdf', blanks)).toBeUndefined()
  expect(performance.now() - began).toBeLessThan(5000)
})

describe('pictures', () => {
  const photo = sharp(readFileSync(join(import.meta.dirname, '../../../../tests/fixtures/pictures/bridge.jpg')))
  const formats: [string, (picture: Sharp) => Sharp][] = [
    ['png', (picture) => picture.png()],
    ['jpg', (picture) => picture.jpeg()],
    ['jpg', (picture) => picture.jpeg({ progressive: true })],
    ['webp', (picture) => picture.webp()],
    ['gif', (picture) => picture.gif()],
  ]

  test.each(formats)('a %s that was cut off is refused, a whole one is not', async (extension, write) => {
    const bytes = await write(photo.clone()).toBuffer()
    expect(await flawOf(extension, bytes)).toBeUndefined()
    for (const share of [0.1, 0.5, 0.9])
      expect(await flawOf(extension, bytes.subarray(0, bytes.length * share))).toBe(
        `proof.${extension} is incomplete. Please save the picture again and upload it once more.`,
      )
  })

  test('a JPEG is not taken for complete because of the end of the small picture in it', async () => {
    const bytes = await photo.clone().jpeg().toBuffer()
    const small = Buffer.concat([Buffer.from('ffe10008', 'hex'), Buffer.from('ffd8ffd90000', 'hex')])
    const whole = Buffer.concat([bytes.subarray(0, 2), small, bytes.subarray(2)])
    expect(await flawOf('jpg', whole)).toBeUndefined()
    expect(await flawOf('jpg', whole.subarray(0, whole.length / 2))).toMatch('incomplete')
  })

  test('a PNG that lacks nothing but the mark of its end is accepted', async () => {
    const bytes = await photo.clone().png().toBuffer()
    expect(await flawOf('png', bytes.subarray(0, -12))).toBeUndefined()
  })
})

const encrypted = (dictionary: string) =>
  Buffer.from(`%PDF-2.0\n4 0 obj\n<< ${dictionary} >>\nendobj\ntrailer << /Encrypt 4 0 R /ID [<31><31>] >>\n%%EOF\n`)

async function pdf(options: PDFKit.PDFDocumentOptions): Promise<Buffer> {
  const document = new PdfDocument(options)
  document.text('Power of attorney').end()
  const chunks: Buffer[] = []
  for await (const chunk of document) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

import { createHash } from 'node:crypto'
import PDFDocument from 'pdfkit'
import sharp from 'sharp'
import { chanceFor } from './seeded.ts'

/** A file of a purchase, as an upload would have stored it. */
export type PurchaseFile = {
  purpose: 'purchase-image' | 'purchase-paper'
  name: string
  key: string
  bytes: Buffer
  mediaType: string
}

const hash = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')

/** Number of parcel pictures; purchases share them. */
const parcels = 18

/** Pictures of parcels: box, tape, label with a bar code. Without text, because fonts differ between machines. */
export async function parcelPictures(): Promise<PurchaseFile[]> {
  return Promise.all(
    Array.from({ length: parcels }, async (_, n): Promise<PurchaseFile> => {
      const bytes = await sharp(Buffer.from(parcel(n)))
        .jpeg({ quality: 82 })
        .toBuffer()
      const name = `parcel-${String(n + 1).padStart(2, '0')}.jpg`
      return { purpose: 'purchase-image', name, key: keyOf(name), bytes, mediaType: 'image/jpeg' }
    }),
  )
}

const keyOf = (name: string) => `demo/${hash(`purchase ${name}`).slice(0, 32)}${name.slice(name.lastIndexOf('.'))}`

function parcel(n: number): string {
  const chance = chanceFor(`parcel ${n}`)
  const rect = (x: number, y: number, w: number, h: number, fill: string, more = '') =>
    `<rect x="${x}" y="${y}" width="${w}" height="${h}" fill="${fill}" ${more}/>`
  const [w, h] = [chance.whole(300, 400), chance.whole(190, 260)]
  const [x, y] = [320 - w / 2, 250 - h / 2]
  const brown = chance.whole(58, 68)
  const shade = (light: number) => `hsl(${chance.whole(28, 34)},42%,${light}%)`
  const bars = Array.from({ length: 26 }, (_, bar) =>
    rect(x + w - 150 + bar * 5, y + h - 78, chance.whole(1, 4), 44, '#222'),
  )
  const lines = [0, 1, 2].map((line) => rect(x + w - 150, y + h - 130 + line * 15, chance.whole(60, 120), 7, '#777'))
  const damage = chance.happens(0.4)
    ? `<path d="M${x + 18} ${y + 30} l34 -12 l10 30 l-30 16 z" fill="${shade(brown - 20)}"/>`
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480" viewBox="0 0 640 480">
    ${rect(0, 0, 640, 480, `hsl(${chance.whole(200, 230)},12%,${chance.whole(74, 86)}%)`)}
    ${rect(0, 340, 640, 140, `hsl(${chance.whole(20, 40)},18%,52%)`)}
    <g transform="rotate(${chance.whole(-5, 5)} 320 250)">
      <ellipse cx="320" cy="${y + h + 12}" rx="${w / 1.9}" ry="16" opacity=".25"/>
      <path d="M${x} ${y} l40 -34 h${w - 80} l40 34 z" fill="${shade(brown + 8)}"/>
      ${rect(x, y, w, h, shade(brown))}${rect(320 - 24, y - 34, 48, h + 34, '#e8d9b0', 'opacity=".75"')}
      ${rect(x + w - 162, y + h - 146, 150, 128, '#fbfaf5')}${lines.join('')}${bars.join('')}${damage}
    </g></svg>`
}

/** The content of a document: the sender as lines, then name-value rows. */
type Paper = { title: string; from: readonly string[]; facts: readonly (readonly [name: string, value: string])[] }

/** A one-page PDF, the same bytes every time. */
export async function paper(name: string, at: Date, { title, from, facts }: Paper): Promise<PurchaseFile> {
  const pdf = new PDFDocument({ size: 'A5', margin: 42, info: { Title: title, CreationDate: at, ModDate: at } })
  const parts: Buffer[] = []
  pdf.on('data', (part: Buffer) => parts.push(part))
  const written = new Promise((resolve, reject) => pdf.on('end', resolve).on('error', reject))
  pdf.font('Helvetica-Bold').fontSize(16).text(title).moveDown(0.6)
  pdf.font('Helvetica').fontSize(10)
  for (const line of from) pdf.text(line)
  pdf.moveDown(1)
  for (const [label, value] of facts) {
    const top = pdf.y
    pdf.fillColor('#666').text(label, 42, top, { width: 120 })
    pdf.fillColor('#111').text(value, 168, top, { width: 210 })
    pdf.moveDown(0.35)
  }
  pdf.end()
  await written
  return {
    purpose: 'purchase-paper',
    name,
    key: keyOf(name),
    bytes: Buffer.concat(parts),
    mediaType: 'application/pdf',
  }
}

/** A row of the table `files`. */
export function fileRow(
  id: string,
  file: PurchaseFile,
  stored: { bucket: string; by: string | undefined; at: Date },
): (string | number | Date | undefined)[] {
  const sha256 = `\\x${hash(file.bytes)}`
  return [
    id,
    stored.bucket,
    file.key,
    file.purpose,
    file.name,
    file.mediaType,
    file.bytes.length,
    sha256,
    stored.by,
    stored.at,
  ]
}

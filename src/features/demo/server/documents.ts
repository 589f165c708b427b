import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import PdfDocument from 'pdfkit'
import { type DemoBrand, demoCompanies } from './people.ts'

export type DemoDocument = { brand: string; name: string; key: string; bytes: Buffer; sha256: string }

/** The attachments of a brand's notices: a power of attorney and a trademark certificate. */
export async function demoDocuments(brands: readonly DemoBrand[]): Promise<DemoDocument[]> {
  const made: DemoDocument[] = []
  for (const { key, company, name, mark } of brands) {
    const owner = demoCompanies.find((one) => one.key === company)!.legalName
    made.push(
      await document(key, 'Power of attorney', [
        `${owner} authorises Brandkeep to act in its name against the misuse of the mark ${mark},`,
        'to give notice to registrars, hosts and platforms, and to receive their answers.',
        '',
        'This document belongs to the demo world and gives no authority.',
      ]),
      await document(key, 'Trademark certificate', [
        `Word mark: ${mark}`,
        `Owner: ${owner}`,
        `Goods and services: those sold as ${name}`,
        '',
        'This document belongs to the demo world and proves no right.',
      ]),
    )
  }
  return made
}

/** The same text always gives the same bytes. */
async function document(brand: string, title: string, lines: readonly string[]): Promise<DemoDocument> {
  const pdf = new PdfDocument({ size: 'A4', info: { Title: title, CreationDate: new Date(0), ModDate: new Date(0) } })
  pdf.fontSize(20).text(title).moveDown().fontSize(11)
  for (const line of lines) pdf.text(line === '' ? ' ' : line)
  pdf.end()
  const bytes = await buffer(pdf)
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const key = `demo/${brand}-${title.toLowerCase().replaceAll(' ', '-')}.pdf`
  return { brand, name: `${title}.pdf`, key, bytes, sha256 }
}

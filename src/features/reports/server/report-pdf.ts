import type { Bar, HomeCharts } from '#features/charts/contract.ts'
import type { Rhythm } from '#features/reports/contract.ts'
import { openPdf, paper, pdfColours, type Pdf as Doc } from '#kit/server/pdf.ts'
import { platformOf } from '#platforms/all.ts'
import { type DayRange, showDayOnHome } from '#vocabulary/dates.ts'
import { awaitingApproval, chartStatuses, clientReview } from '#vocabulary/statuses.ts'
import { columns, gauge, ring, share, type Part } from './pdf-charts.ts'
import { countText, sum } from '#vocabulary/numbers.ts'

/** The content of a report. */
export type Report = {
  productName: string
  rhythm: Rhythm
  /** Undefined for all brands of the person. */
  brandName: string | undefined
  period: DayRange
  numbers: HomeCharts
  /** Number of infringements in the previous period. */
  before: number
}

const { margin } = paper
const { ink, muted, line } = pdfColours
const width = paper.width - 2 * margin
const colourOf = new Map(chartStatuses.map(({ name, colour }) => [name, colour]))
const nameOf = (key: string) => platformOf(key)?.title ?? key

/** The report as a PDF of two A4 pages, with charts as vector graphics. */
export function reportPdf(report: Report): Promise<Uint8Array> {
  const doc = openPdf({ title: titleOf(report), author: report.productName })
  const parts: Buffer[] = []
  doc.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(parts))))
    doc.on('error', reject)
  })
  firstPage(doc, report)
  secondPage(doc, report)
  doc.end()
  return ended
}

const scopeName = ({ brandName = 'All brands' }: Report) => brandName
const titleOf = (report: Report) => `${report.rhythm === 'weekly' ? 'Weekly' : 'Monthly'} report: ${scopeName(report)}`

function addPage(doc: Doc, { productName, period }: Report, number: number): void {
  doc.addPage({ size: 'A4', margin })
  doc
    .font('bold')
    .fontSize(10)
    .fillColor('#3b4cc0')
    .text(productName, margin, margin - 8, { lineBreak: false })
  const dates = `${showDayOnHome(period.startDate)} to ${showDayOnHome(period.endDate)}`
  doc.font('regular').fontSize(9).fillColor(muted)
  doc.text(dates, margin, margin - 8, { width, align: 'right', lineBreak: false })
  doc.page.margins.bottom = 0
  doc.text(`Page ${number} of 2`, margin, 812, { width, align: 'right', lineBreak: false })
}

function firstPage(doc: Doc, report: Report): void {
  const { numbers, rhythm } = report
  addPage(doc, report, 1)
  doc.font('bold').fontSize(20).fillColor(ink)
  doc.text(rhythm === 'weekly' ? 'Weekly report' : 'Monthly report', margin, 58)
  fittedText(doc.font('regular').fontSize(12).fillColor(muted), scopeName(report), { x: margin, y: 86, width })

  drawFigures(doc, figuresOf(report))

  heading(doc, 'Enforcement Percentage', 204)
  doc.font('regular').fontSize(7).fillColor(muted)
  doc.text('(All infringements - Awaiting approval - No Action) / All infringements', margin, 222, { width: 170 })
  gauge(doc, { x: margin + 80, y: 330, radius: 66, percent: numbers.currentMonth })
  heading(doc, 'Infringements by Status', 204, margin + 200)
  const parts = statusParts(numbers.pie)
  ring(doc, { x: margin + 262, y: 296, radius: 58, parts, total: countText(numbers.totalDocs) })
  legend(doc, parts, { x: margin + 340, y: 236, width: width - 340 })

  heading(doc, 'Infringement by Reporting Date', 400)
  if (numbers.totalDocs === 0) noData(doc, 430)
  else
    columns(doc, {
      x: margin,
      y: 424,
      width,
      height: 290,
      ...barParts(numbers.reporting),
      labels: numbers.reporting.labels.map((day) => showDayOnHome(day).slice(0, 5)),
    })
}

type Figure = [name: string, figure: string, note: string]

function figuresOf({ numbers, rhythm, before }: Report): Figure[] {
  const waiting = numbers.waiting.filter(({ status }) => status === awaitingApproval)
  const total = sum(waiting.map((one) => one.total))
  const change = numbers.totalDocs - before
  return [
    [
      'Infringements',
      countText(numbers.totalDocs),
      `${change >= 0 ? '+' : '−'}${countText(Math.abs(change))} vs previous ${rhythm === 'weekly' ? 'week' : 'month'}`,
    ],
    ['Enforcement Percentage', `${numbers.currentMonth}%`, 'of this period'],
    ['Awaiting your approval', countText(total), `${countText(sum(waiting.map(({ high }) => high)))} of them High`],
    [
      'Awaiting your review',
      countText(sum(numbers.waiting.filter(({ status }) => status === clientReview).map((one) => one.total))),
      'all time',
    ],
  ]
}

/** Draws the figures in boxes beside each other. */
function drawFigures(doc: Doc, figures: readonly Figure[]): void {
  const box = (width - 3 * 10) / 4
  for (const [at, [name, figure, note]] of figures.entries()) {
    const x = margin + at * (box + 10)
    doc.roundedRect(x, 116, box, 66, 4).lineWidth(0.7).strokeColor(line).stroke()
    doc
      .font('regular')
      .fontSize(8)
      .fillColor(muted)
      .text(name, x + 8, 123, { width: box - 16, lineBreak: false })
    doc
      .font('bold')
      .fontSize(17)
      .fillColor(ink)
      .text(figure, x + 8, 136, { width: box - 16, lineBreak: false })
    doc
      .font('regular')
      .fontSize(7.5)
      .fillColor(muted)
      .text(note, x + 8, 164, { width: box - 16, lineBreak: false })
  }
}

function secondPage(doc: Doc, report: Report): void {
  const { numbers } = report
  addPage(doc, report, 2)
  heading(doc, 'Platforms', 58)
  let y = 82
  const all = Object.entries(numbers.platforms).filter(([key]) => key !== 'trapPurchase')
  const largest = Math.max(1, ...all.map(([, { totalDocs }]) => totalDocs))
  for (const [key, platformNumbers] of all) {
    doc.font('bold').fontSize(9.5).fillColor(ink).text(nameOf(key), margin, y, { width: 90, lineBreak: false })
    share(doc, {
      x: margin + 96,
      y: y - 1,
      width: ((width - 96 - 120) * platformNumbers.totalDocs) / largest,
      height: 15,
      parts: statusParts(platformNumbers.pie),
    })
    doc.font('regular').fontSize(9).fillColor(muted)
    doc.text(
      `${countText(platformNumbers.totalDocs)} · ${platformNumbers.currentMonth}% enforced`,
      margin + width - 116,
      y,
      {
        width: 116,
        align: 'right',
        lineBreak: false,
      },
    )
    y += 26
  }
  y = Math.max(y, 100) + 18
  const half = (width - 24) / 2
  ranking(doc, 'Brands Distribution', numbers.brands, { x: margin, y, width: half })
  ranking(doc, 'Platform Distribution', numbers.site, { x: margin + half + 24, y, width: half })
  const sellers = numbers.seller.labels.map((name, at) => ({ name, value: numbers.seller.series[0]?.data[at] ?? 0 }))
  ranking(doc, 'Platform Seller Distribution', sellers, { x: margin, y: y + 260, width: half })
  ranking(doc, 'Trap Purchase', numbers.platforms['trapPurchase']?.pie ?? [], {
    x: margin + half + 24,
    y: y + 260,
    width: half,
  })
}

function heading(doc: Doc, text: string, y: number, x = margin): void {
  doc.font('bold').fontSize(11).fillColor(ink).text(text, x, y, { lineBreak: false })
}

function noData(doc: Doc, y: number, x = margin): void {
  doc.font('regular').fontSize(9).fillColor(muted).text('No data available', x, y, { lineBreak: false })
}

type Box = { x: number; y: number; width: number }

/** The ten largest entries of a list, each with a thin bar. */
function ranking(
  doc: Doc,
  title: string,
  list: readonly { name: string; value: number }[],
  { x, y, width: wide }: Box,
): void {
  heading(doc, title, y, x)
  if (list.length === 0) return noData(doc, y + 22, x)
  const largest = Math.max(...list.map(({ value }) => value))
  for (const [at, { name, value }] of list.slice(0, 10).entries()) {
    const top = y + 22 + at * 22
    fittedText(doc.font('regular').fontSize(9).fillColor(ink), name, { x, y: top, width: wide - 60 })
    doc.text(countText(value), x, top, { width: wide, align: 'right', lineBreak: false })
    doc
      .rect(x, top + 14, (wide * value) / largest, 2.5)
      .fillColor('#3b4cc0')
      .fill()
  }
}

function legend(doc: Doc, parts: readonly Part[], { x, y, width: wide }: Box): void {
  const total = sum(parts.map(({ value }) => value))
  for (const [at, { name, value, colour }] of parts.entries()) {
    const top = y + at * 12.5
    doc
      .rect(x, top + 1.5, 7, 7)
      .fillColor(colour)
      .fill()
    doc
      .font('regular')
      .fontSize(8)
      .fillColor(ink)
      .text(name, x + 12, top, { width: wide - 70, lineBreak: false })
    doc.text(`${countText(value)}  ${total ? Math.round((value / total) * 100) : 0}%`, x, top, {
      width: wide,
      align: 'right',
      lineBreak: false,
    })
  }
}

/** User-entered text on one line, cut to a width; control characters become spaces. */
function fittedText(doc: Doc, text: string, { x, y, width: wide }: Box): void {
  const plain = text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
  doc.text(plain, x, y, { width: wide, height: 12, ellipsis: true, lineBreak: true })
}

const statusParts = (pie: readonly { name: string; value: number }[]): Part[] =>
  pie.map(({ name, value }) => ({ name, value, colour: colourOf.get(name) ?? muted }))

const barParts = ({ series }: Bar) => ({
  series: series.map(({ name, data }) => ({ name, data, colour: colourOf.get(name) ?? muted })),
})

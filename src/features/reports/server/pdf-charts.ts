import { type Pdf as Doc, pdfColours } from '#kit/server/pdf.ts'
import { countText } from '#vocabulary/numbers.ts'

/** A part of a chart. The charts here are PDF vector graphics with the shapes and colours of the screen. */
export type Part = { name: string; value: number; colour: string }
const { ink, muted, line, accent } = pdfColours
const track = '#eceef2'
/** Smaller percentages are not written on bars. */
const minLabelledPercent = 9

type Circle = { x: number; y: number; radius: number }

/** A half circle filled to a percentage, which is written in the middle. */
export function gauge(doc: Doc, { x, y, radius, percent }: Circle & { percent: number }): void {
  doc.lineWidth(13).lineCap('round')
  doc
    .path(arc({ x, y, radius }, 180, 360))
    .strokeColor(track)
    .stroke()
  if (percent > 0)
    doc
      .path(arc({ x, y, radius }, 180, 180 + 1.8 * percent))
      .strokeColor(accent)
      .stroke()
  doc.lineCap('butt')
  doc.font('bold').fontSize(20).fillColor(ink)
  doc.text(`${percent}%`, x - radius, y - 24, { width: 2 * radius, align: 'center', lineBreak: false })
}

/** A ring of parts with their total in the middle. */
export function ring(
  doc: Doc,
  { x, y, radius, parts, total }: Circle & { parts: readonly Part[]; total: string },
): void {
  const all = parts.reduce((sum, { value }) => sum + value, 0)
  const middle = { x, y, radius: radius - 9 }
  doc.lineWidth(18)
  if (all === 0) doc.circle(x, y, middle.radius).strokeColor(track).stroke()
  let from = -90
  for (const { value, colour } of parts) {
    const to = from + (value / all) * 360
    // A full circle cannot be drawn as an arc.
    if (value === all) doc.circle(x, y, middle.radius).strokeColor(colour).stroke()
    else
      doc
        .path(arc(middle, from, to))
        .strokeColor(colour)
        .stroke()
    from = to
  }
  doc.font('bold').fontSize(15).fillColor(ink)
  doc.text(total, x - radius, y - 14, { width: 2 * radius, align: 'center', lineBreak: false })
  doc.font('regular').fontSize(7.5).fillColor(muted)
  doc.text('Infringement', x - radius, y + 5, { width: 2 * radius, align: 'center', lineBreak: false })
}

type Area = { x: number; y: number; width: number; height: number }

/** One horizontal bar divided into its parts. */
export function share(doc: Doc, { x, y, width, height, parts }: Area & { parts: readonly Part[] }): void {
  const all = parts.reduce((sum, { value }) => sum + value, 0)
  let from = x
  for (const { value, colour } of parts) {
    const wide = (width * value) / all
    doc.rect(from, y, wide, height).fillColor(colour).fill()
    percentLabel(doc, value / all, colour, { x: from, y: y + height / 2 - 4.5, width: wide })
    from += wide
  }
}

type Columns = Area & {
  labels: readonly string[]
  series: readonly { name: string; colour: string; data: readonly number[] }[]
}

/** Stacked columns over a scale, with percentages where they fit. */
export function columns(doc: Doc, { x, y, width, height, labels, series }: Columns): void {
  const totals = labels.map((_, at) => series.reduce((sum, { data }) => sum + (data[at] ?? 0), 0))
  const step = scaleStep(Math.max(...totals))
  const top = Math.ceil(Math.max(...totals) / step) * step
  const plot = { x: x + 30, width: width - 30, bottom: y + height - 18, height: height - 26 }
  const heightOf = (n: number) => (plot.height * n) / top
  for (let n = 0; n <= top; n += step) {
    const at = plot.bottom - heightOf(n)
    doc
      .moveTo(plot.x, at)
      .lineTo(plot.x + plot.width, at)
      .lineWidth(0.5)
      .strokeColor(line)
      .stroke()
    doc.font('regular').fontSize(7).fillColor(muted)
    doc.text(countText(n), x, at - 4, { width: 24, align: 'right', lineBreak: false })
  }
  const slot = plot.width / labels.length
  const bar = Math.min(44, slot * 0.72)
  const every = Math.ceil(26 / slot)
  for (const [at, label] of labels.entries()) {
    const left = plot.x + at * slot + (slot - bar) / 2
    let from = plot.bottom
    for (const { data, colour } of series) {
      const tall = heightOf(data[at] ?? 0)
      from -= tall
      doc.rect(left, from, bar, tall).fillColor(colour).fill()
      if (tall > 10)
        percentLabel(doc, (data[at] ?? 0) / totals[at]!, colour, { x: left, y: from + tall / 2 - 4.5, width: bar })
    }
    if (at % every > 0) continue
    doc.font('regular').fontSize(7).fillColor(muted)
    doc.text(label, left + bar / 2 - 20, plot.bottom + 4, { width: 40, align: 'center', lineBreak: false })
  }
}

function percentLabel(doc: Doc, part: number, colour: string, at: { x: number; y: number; width: number }): void {
  if (part * 100 < minLabelledPercent || at.width < 20) return
  doc
    .font('regular')
    .fontSize(7)
    .fillColor(isLight(colour) ? '#14161b' : '#ffffff')
  doc.text(`${Math.round(part * 100)}%`, at.x, at.y, { width: at.width, align: 'center', lineBreak: false })
}

function isLight(colour: string): boolean {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
  return 0.299 * r + 0.587 * g + 0.114 * b > 140
}

/** A round step that divides a scale into five parts at most. */
function scaleStep(max: number): number {
  const rough = Math.max(1, max) / 5
  const ten = 10 ** Math.floor(Math.log10(rough))
  return Math.max(1, [1, 2, 5, 10].map((multiple) => multiple * ten).find((multiple) => multiple >= rough) ?? rough)
}

/** The SVG path of an arc between two angles, in degrees clockwise from the right. */
function arc({ x, y, radius }: Circle, from: number, to: number): string {
  const point = (angle: number) => {
    const turned = (angle * Math.PI) / 180
    return `${x + radius * Math.cos(turned)} ${y + radius * Math.sin(turned)}`
  }
  return `M ${point(from)} A ${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${point(to)}`
}

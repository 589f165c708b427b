import { type Chart, partsOf } from './chart.ts'
import { fontFamily } from '#kit/web/font-family.ts'
import { areaColour, chartPalette } from './chart-palette.ts'
import { measureText } from './measure-text.ts'
import { sceneOf } from './scene.ts'
import type { Shape } from './shapes.ts'

const width = 1200
const margin = 32
const heights = { bars: 520, ring: 440, gauge: 320 } as const

/** A chart as a PNG with title and legend, always on white: for slides, emails and print. */
export async function pictureOf(title: string, chart: Chart): Promise<Blob> {
  await document.fonts.ready
  const height = heights[chart.kind]
  const size = { width: width - 2 * margin, height }
  const shapes = sceneOf(chart, { palette: chartPalette('light'), ...size, measure: measureText })
  return compose(shapes, { title, parts: partsOf(chart), height })
}

function compose(
  shapes: readonly Shape[],
  content: { title: string; parts: readonly { name: string; colour: string }[]; height: number },
): Promise<Blob> {
  const palette = chartPalette('light')
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')!
  const legendFont = `500 14px ${fontFamily}`
  pen.font = legendFont
  const lines = legendLines(content.parts, (text) => pen.measureText(text).width)
  canvas.width = width * 2
  canvas.height = (content.height + 96 + lines.length * 24 + margin) * 2
  pen.scale(2, 2)
  pen.fillStyle = palette.background
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = palette.text
  pen.font = `650 20px ${fontFamily}`
  pen.textBaseline = 'middle'
  pen.fillText(content.title, margin, 44)
  pen.font = legendFont
  for (const [row, line] of lines.entries())
    for (const { name, colour, x } of line) {
      const y = 88 + row * 24
      pen.fillStyle = areaColour(colour, palette)
      pen.fillRect(margin + x, y - 5, 10, 10)
      pen.fillStyle = palette.text
      pen.fillText(name, margin + x + 16, y)
    }
  pen.translate(margin, 88 + lines.length * 24)
  for (const shape of shapes) draw(pen, shape)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made'))), 'image/png')
  })
}

function draw(pen: CanvasRenderingContext2D, shape: Shape): void {
  if (shape.kind === 'area') {
    pen.fillStyle = shape.fill
    pen.fill(new Path2D(shape.path))
  } else if (shape.kind === 'line') {
    pen.strokeStyle = shape.stroke
    pen.lineWidth = 1
    pen.beginPath()
    pen.moveTo(shape.x1, shape.y1)
    pen.lineTo(shape.x2, shape.y2)
    pen.stroke()
  } else {
    pen.save()
    pen.fillStyle = shape.fill
    pen.font = `${shape.weight ?? 400} ${shape.size}px ${fontFamily}`
    pen.textAlign = canvasAnchors[shape.anchor]
    pen.translate(shape.x, shape.y)
    if (shape.isTurned) pen.rotate(-Math.PI / 2)
    if (shape.outline) {
      pen.strokeStyle = shape.outline
      pen.lineWidth = 3
      pen.strokeText(shape.text, 0, 0)
    }
    pen.fillText(shape.text, 0, 0)
    pen.restore()
  }
}

const canvasAnchors = { start: 'left', middle: 'center', end: 'right' } as const

type Entry = { name: string; colour: string; x: number }

function legendLines(parts: readonly { name: string; colour: string }[], widthOf: (text: string) => number): Entry[][] {
  const lines: Entry[][] = []
  let x = 0
  for (const { name, colour } of parts) {
    const wide = widthOf(name) + 40
    if (lines.length === 0 || x + wide > width - 2 * margin) {
      lines.push([])
      x = 0
    }
    lines.at(-1)!.push({ name, colour, x })
    x += wide
  }
  return lines
}

import { type Chart, partsOf } from './chart.ts'
import { areaColour, chartFont, chartPalette } from './chart-palette.ts'
import { optionsOf } from './options.ts'

const width = 1200
const margin = 32
const heights = { bars: 520, ring: 440, gauge: 320 } as const

/** A chart as a PNG with title and legend, always on white: for slides, emails and print. */
export async function pictureOf(title: string, chart: Chart): Promise<Blob> {
  const { init } = await import('./engine.ts')
  const height = heights[chart.kind]
  const palette = chartPalette('light')
  const container = document.createElement('div')
  const drawn = init(container, null, { width: width - 2 * margin, height, devicePixelRatio: 2 })
  drawn.setOption(optionsOf(chart, { palette, reduceMotion: true, width, height }))
  const source = drawn.renderToCanvas({ pixelRatio: 2, backgroundColor: palette.background })
  drawn.dispose()
  return compose(source, { title, parts: partsOf(chart), height })
}

function compose(
  drawing: HTMLCanvasElement,
  content: { title: string; parts: readonly { name: string; colour: string }[]; height: number },
): Promise<Blob> {
  const palette = chartPalette('light')
  const canvas = document.createElement('canvas')
  const pen = canvas.getContext('2d')!
  const legendFont = `500 14px ${chartFont}`
  pen.font = legendFont
  const lines = legendLines(content.parts, (text) => pen.measureText(text).width)
  canvas.width = width * 2
  canvas.height = (content.height + 96 + lines.length * 24 + margin) * 2
  pen.scale(2, 2)
  pen.fillStyle = palette.background
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.fillStyle = palette.text
  pen.font = `650 20px ${chartFont}`
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
  pen.drawImage(drawing, margin, 88 + lines.length * 24, width - 2 * margin, content.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made'))), 'image/png')
  })
}

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

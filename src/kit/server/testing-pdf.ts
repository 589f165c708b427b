import { inflateSync } from 'node:zlib'

/**
 * For tests: the lines of each page of a PDF that pdfkit wrote, as its reader sees them. Only what pdfkit writes is
 * understood: fonts by glyph with a table of their letters (ToUnicode), compressed streams, absolute positions.
 */
export function linesOfPdf(pdf: Buffer): string[][] {
  const objects = objectsOf(pdf)
  const reference = (text: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(text)?.[1]
  const fonts = new Map<string, Map<number, string>>()
  for (const { text } of objects.values())
    for (const [, name, id] of text.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const letters = objects.get(reference(objects.get(id!)?.text ?? '', 'ToUnicode') ?? '')?.stream
      if (letters !== undefined) fonts.set(name!, lettersIn(letters))
    }
  const tree = [...objects.values()].find(({ text }) => /\/Type \/Pages\b/.test(text))!
  return [.../\/Kids \[([^\]]*)\]/.exec(tree.text)![1]!.matchAll(/(\d+) 0 R/g)].map(([, id]) => {
    const contents = reference(objects.get(id!)!.text, 'Contents')!
    return linesIn(objects.get(contents)!.stream ?? '', fonts)
  })
}

type PdfObject = { text: string; stream: string | undefined }

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const all = pdf.toString('latin1')
  const objects = new Map<string, PdfObject>()
  for (const match of all.matchAll(/(?:^|\n)(\d+) 0 obj\n/g)) {
    const from = match.index + match[0].length
    const text = all.slice(from, all.indexOf('\nendobj', from))
    const begin = /stream\r?\n/.exec(text)
    const stream = begin ? pdf.subarray(from + begin.index + begin[0].length, from + text.length) : undefined
    const isPacked = text.includes('/FlateDecode')
    objects.set(match[1]!, {
      text: begin ? text.slice(0, begin.index) : text,
      stream:
        stream && !/\/Subtype \/Image/.test(text)
          ? (isPacked ? inflateSync(stream) : stream).toString('latin1')
          : undefined,
    })
  }
  return objects
}

/** The letters of each glyph. */
function lettersIn(table: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, first, list] of table.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/gi))
    [...list!.matchAll(/<([0-9a-f ]*)>/gi)].forEach(([, code], at) =>
      letters.set(
        Number.parseInt(first!, 16) + at,
        Buffer.from(code!.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'),
      ),
    )
  return letters
}

/** How far apart in height texts of one line may be: labels are smaller than what they name. */
const sameLine = 4

/** The lines of a page from its top, texts at one height from left to right. */
function linesIn(content: string, fonts: ReadonlyMap<string, Map<number, string>>): string[] {
  const texts = [...content.matchAll(/BT\s([\s\S]*?)\sET/g)].map(([, block]) => {
    const [, x, y] = /1 0 0 1 (-?[\d.]+) (-?[\d.]+) Tm/.exec(block!)!.map(Number)
    const letters = fonts.get(/\/(F\d+) /.exec(block!)![1]!)
    const glyphs = [...block!.matchAll(/<([0-9a-f]+)>/gi)].map(([, hex]) => hex!).join('')
    const text = (glyphs.match(/.{4}/g) ?? []).map((glyph) => letters?.get(Number.parseInt(glyph, 16)) ?? '?').join('')
    return { x: x!, y: y!, text }
  })
  const lines: (typeof texts)[] = []
  for (const text of texts.toSorted((a, b) => b.y - a.y)) {
    const line = lines.at(-1)
    if (line && line[0]!.y - text.y < sameLine) line.push(text)
    else lines.push([text])
  }
  return lines
    .map((line) =>
      line
        .toSorted((a, b) => a.x - b.x)
        .map(({ text }) => text)
        .join(' '),
    )
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
}

import { join } from 'node:path'

const folder = join(import.meta.dirname, 'fonts')
const file = (name: string) => join(folder, name)

/** Fallback fonts for characters the main fonts lack, in the order they are tried. One weight each. */
const fallbackFonts = ['Arabic', 'Tamil', 'SC', 'JP', 'KR'] as const
type FallbackFont = (typeof fallbackFonts)[number]

/** Private members of pdfkit (0.20): the current font, and the method that writes one line. */
type PdfKitInternals = {
  _font: { ascender: number; font: { hasGlyphForCodePoint: (codePoint: number) => boolean } }
  _fontSize: number
  _fragment: (text: string, x: number, y: number, options: Line) => void
}
type Line = Record<string, unknown> & { width?: number; lineWidth?: number; align?: string }

/** A piece of a line in one font; undefined means the current font. */
type Run = { text: string; font: FallbackFont | undefined }

const fontFinders = new WeakMap<
  PDFKit.PDFDocument,
  (character: string, text?: string) => FallbackFont | 'own' | undefined
>()

/**
 * Registers the fonts 'regular' and 'bold' (Latin, Greek, Cyrillic, Devanagari) in a document, with fallback fonts for
 * the characters these lack: Arabic, Tamil, Chinese, Japanese, Korean. Fallback fonts are loaded only when a text
 * needs them.
 */
export function setFonts(doc: PDFKit.PDFDocument): void {
  doc.registerFont('regular', file('NotoSans-Regular.ttf'))
  doc.registerFont('bold', file('NotoSans-SemiBold.ttf'))
  for (const name of fallbackFonts) doc.registerFont(name, file(`NotoSans${name}-Regular.ttf`))
  const internals = doc as unknown as PdfKitInternals
  const measure = doc.widthOfString.bind(doc)
  const write = internals._fragment.bind(doc)
  const withFont = <T>(font: FallbackFont | undefined, work: () => T): T => {
    const before = internals._font
    if (font) doc.font(font)
    try {
      return work()
    } finally {
      internals._font = before
    }
  }
  const find = finder(internals, withFont)
  fontFinders.set(doc, find)

  doc.widthOfString = (text, options) => {
    const runs = runsOf(`${text}`, find)
    if (runs.every(({ font }) => !font)) return measure(text, options)
    return runs.reduce((sum, run) => sum + withFont(run.font, () => measure(run.text, options)), 0)
  }
  internals._fragment = (raw, x, y, options) => {
    const text = `${raw}`.replaceAll('\n', '')
    const runs = runsOf(text, find)
    if (runs.every(({ font }) => !font)) return write(raw, x, y, options)
    const { align, lineWidth = 0, textWidth: _all, wordCount: _count, width, ...rest } = options
    const free = width ? lineWidth - doc.widthOfString(text.trimEnd(), rest) : 0
    let left = x + (align === 'right' ? free : align === 'center' ? free / 2 : 0)
    const baseline = rest['baseline'] ?? -(internals._font.ascender / 1000) * internals._fontSize
    for (const run of inVisualOrder(runs)) {
      const next = left + doc.widthOfString(run.text, rest)
      withFont(run.font, () => write(run.text, left, y, { ...rest, baseline }))
      left = next
    }
  }
}

/** Whether a document has a glyph for this character. */
export const canShow = (doc: PDFKit.PDFDocument, character: string): boolean =>
  fontFinders.get(doc)?.(character) !== undefined

/** Finds the font of a character; 'own' if the current font has it. Text with kana gets Japanese glyphs for kanji. */
function finder(internals: PdfKitInternals, withFont: <T>(font: FallbackFont, work: () => T) => T) {
  const known = new Map<string, FallbackFont | 'own' | undefined>()
  const has = (codePoint: number) => internals._font.font.hasGlyphForCodePoint(codePoint)
  return (character: string, text = '') => {
    const isJapanese = /[\u3041-\u30ff]/.test(text)
    const key = isJapanese ? `${character} JP` : character
    if (known.has(key)) return known.get(key)
    const codePoint = character.codePointAt(0)!
    const order = isJapanese ? (['JP', ...fallbackFonts] as const) : fallbackFonts
    const found = has(codePoint) ? 'own' : order.find((name) => withFont(name, () => has(codePoint)))
    known.set(key, found)
    return found
  }
}

/** Splits a text into pieces of one font each. */
function runsOf(text: string, find: (character: string, text?: string) => FallbackFont | 'own' | undefined): Run[] {
  // Most texts need no fallback font.
  if (!/[\u0590-\u08ff\u0b80-\u0bff\u2e80-\u{10ffff}]/u.test(text)) return [{ text, font: undefined }]
  const runs: Run[] = []
  for (const character of text) {
    const found = find(character, text)
    const font = found === 'own' ? undefined : found
    const last = runs.at(-1)
    if (last && last.font === font) last.text += character
    else runs.push({ text: character, font })
  }
  return runs
}

/**
 * The runs of a line in visual order: pdfkit draws them from left to right, each in its own direction, so Arabic words
 * and what is between them are reversed.
 */
function inVisualOrder(runs: readonly Run[]): Run[] {
  const isArabic = (run: Run | undefined) => run?.font === 'Arabic'
  if (!runs.some(isArabic)) return [...runs]
  const words = runs.flatMap(({ text, font }) =>
    text
      .split(/(\s+)/)
      .filter(Boolean)
      .map((word) => ({ text: word, font })),
  )
  const out: Run[] = []
  for (let index = 0; index < words.length; index++) {
    let end = index
    for (let next = index; isArabic(words[index]) && next < words.length; next++) {
      if (isArabic(words[next])) end = next
      else if (!/^[\s\d.,:/%-]+$/.test(words[next]!.text)) break
    }
    out.push(...words.slice(index, end + 1).toReversed())
    index = end
  }
  return out
}

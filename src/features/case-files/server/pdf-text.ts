import type { Pdf } from '#kit/server/pdf.ts'

/** What pdfkit knows of the font in use, and does not tell. */
type WithFont = { _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } } }
type Known = { font: WithFont['_font']['font']; seen: Map<number, boolean> }

const known = new WeakMap<Pdf, Known>()

/**
 * A text as the document can show it. What the font has no sign for stands as its code points, [U+6F22 U+5B57], because
 * an empty box proves nothing; so do signs that would hide or turn other signs.
 */
export function readable(doc: Pdf, text: string): string {
  const { font, seen } = knownOf(doc)
  const isShown = (sign: string) => {
    const point = sign.codePointAt(0)!
    let shown = seen.get(point)
    if (shown === undefined) seen.set(point, (shown = !hidden.test(sign) && font.hasGlyphForCodePoint(point)))
    return shown
  }
  return spelled(text.replace(/\r\n?/g, '\n').replace(/\t/g, '    '), isShown)
}

function knownOf(doc: Pdf): Known {
  const before = known.get(doc)
  if (before) return before
  const inside = doc as unknown as WithFont
  const inUse = inside._font
  doc.font('regular')
  const found = { font: inside._font.font, seen: new Map<number, boolean>() }
  inside._font = inUse
  known.set(doc, found)
  return found
}

const hidden = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/u

/** The text with runs of signs that cannot be shown as their code points. */
export function spelled(text: string, isShown: (sign: string) => boolean): string {
  let out = ''
  let run: string[] = []
  const flush = () => {
    if (run.length > 0) out += `[${run.join(' ')}]`
    run = []
  }
  for (const sign of text) {
    if (sign === '\n' || isShown(sign)) {
      flush()
      out += sign
    } else run.push(`U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`)
  }
  flush()
  return out
}

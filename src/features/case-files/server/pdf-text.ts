import type { Pdf } from '#kit/server/pdf.ts'

type WithGlyphs = { _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } } }

const known = new WeakMap<Pdf, Map<number, boolean>>()

/**
 * A text as the document can show it. What the font has no sign for stands as its code points, [U+6F22 U+5B57], because
 * an empty box proves nothing; so do signs that would hide or turn other signs.
 */
export function readable(doc: Pdf, text: string): string {
  const { font } = (doc.font('regular') as unknown as WithGlyphs)._font
  let seen = known.get(doc)
  if (!seen) known.set(doc, (seen = new Map()))
  const isShown = (sign: string) => {
    const point = sign.codePointAt(0)!
    let shown = seen.get(point)
    if (shown === undefined) seen.set(point, (shown = !hidden.test(sign) && font.hasGlyphForCodePoint(point)))
    return shown
  }
  return spelled(text.replace(/\r\n?/g, '\n').replace(/\t/g, '    '), isShown)
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

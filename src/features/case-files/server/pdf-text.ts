import type { Pdf } from '#kit/server/pdf.ts'
import { canShow } from '#kit/server/pdf-fonts.ts'

/**
 * A text as the document can show it. What no font has a sign for stands as its code points, [U+13080 U+1F600], because
 * an empty box proves nothing; so do signs that would hide or turn other signs.
 */
export function readable(doc: Pdf, text: string): string {
  const isShown = (sign: string) => !hidden.test(sign) && canShow(doc, sign)
  return spelled(text.replace(/\r\n?/g, '\n').replace(/\t/g, '    '), isShown)
}

/** Letters of scripts that are read from the right. */
const fromRight = /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/**
 * A text cut where the side changes at which its paragraphs begin: the side of the first letter of each. Lines without a
 * letter go with those before them, so that put together again the pieces are the text.
 */
export function sided(text: string): { text: string; align: 'left' | 'right' }[] {
  const pieces: { lines: string[]; align: 'left' | 'right' }[] = []
  for (const line of text.split('\n')) {
    const first = /\p{L}/u.exec(line)?.[0]
    const last = pieces.at(-1)
    const align = first ? (fromRight.test(first) ? 'right' : 'left') : (last?.align ?? 'left')
    if (last?.align === align) last.lines.push(line)
    else pieces.push({ lines: [line], align })
  }
  return pieces.map(({ lines, align }) => ({ text: lines.join('\n'), align }))
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

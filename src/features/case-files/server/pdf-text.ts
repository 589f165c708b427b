import type { Pdf } from '#kit/server/pdf.ts'
import { canShow } from '#kit/server/pdf-fonts.ts'

/**
 * A text as the document can show it. Characters that no font has are written as code points, [U+13080 U+1F600],
 * because an empty box proves nothing; so are control characters that would hide or reorder other text.
 */
export function readable(doc: Pdf, text: string): string {
  const isShown = (sign: string) => !hidden.test(sign) && canShow(doc, sign)
  return spelled(text.replace(/\r\n?/g, '\n').replace(/\t/g, '    '), isShown)
}

/** Letters of right-to-left scripts. */
const fromRight = /^[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/

/**
 * Splits a text where the alignment of its paragraphs changes: each is aligned by its first letter. Lines without a
 * letter stay with the lines before them. The joined pieces are the text again.
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

/** The text, with runs of characters that cannot be shown replaced by their code points. */
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

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

import { readXml } from './read-xml.ts'
import { SheetUnreadable, sheetTexts } from './sheet-unreadable.ts'
import type { ZipParts } from './zip-parts.ts'

const stringLimit = 2_000_000

/** The shared strings of a workbook, in order; without the reading aids of Japanese texts. */
export function readStrings(zip: ZipParts, part: string): string[] {
  const strings: string[] = []
  let [isPhonetic, isText] = [false, false]
  let text = ''
  readXml(zip, part, {
    open: (name) => {
      if (name === 'si') text = ''
      else if (name === 'rPh') isPhonetic = true
      else if (name === 't') isText = !isPhonetic
    },
    text: (piece) => {
      if (isText) text += piece
    },
    close: (name) => {
      if (name === 't') isText = false
      else if (name === 'rPh') isPhonetic = false
      else if (name === 'si' && strings.push(unescaped(text)) > stringLimit)
        throw new SheetUnreadable(sheetTexts.tooLarge)
    },
  })
  return strings
}

/** A text with its escaped characters (_x000D_, ECMA-376 part 1, 22.9.2.19), as a string of its own. */
export function unescaped(text: string): string {
  const plain = text.includes('_x')
    ? text.replace(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text
  // A part of a longer string keeps all of that in memory, here the piece of the file it was read from.
  return plain.length > 12 ? ` ${plain}`.slice(1) : plain
}

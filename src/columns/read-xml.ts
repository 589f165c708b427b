import { SaxesParser } from 'saxes'
import { SheetUnreadable, sheetTexts } from './sheet-unreadable.ts'
import type { ZipParts } from './zip-parts.ts'

/** How deep elements may be nested; a workbook's own are not ten deep. */
const maxDepth = 60
/** How long one text, tag or comment may be, in bytes; Excel's longest cell has 32,767 characters. */
const maxTokenBytes = 1024 * 1024

/** The events of a part, in order. Names have no prefix. */
export type XmlEvents = {
  open: (name: string, attributes: Record<string, string>) => void
  close?: (name: string) => void
  text?: (text: string) => void
}

/**
 * Reads one XML part of a workbook as it is unpacked; nothing of it is kept. Throws SheetUnreadable for what is not
 * well-formed, has a document type (entities), is nested too deeply or has an endless text.
 */
export function readXml(zip: ZipParts, part: string, events: XmlEvents): void {
  const parser = new SaxesParser({ position: false })
  let [depth, since] = [0, 0]
  parser.on('doctype', () => {
    throw new SheetUnreadable(sheetTexts.damaged)
  })
  parser.on('opentag', ({ name, attributes }) => {
    since = 0
    if (++depth > maxDepth) throw new SheetUnreadable(sheetTexts.damaged)
    events.open(withoutPrefix(name), attributes as Record<string, string>)
  })
  parser.on('closetag', ({ name }) => {
    since = 0
    depth--
    events.close?.(withoutPrefix(name))
  })
  const onText = (text: string) => {
    since = 0
    events.text?.(text)
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  let decoder: InstanceType<typeof TextDecoder> | undefined
  zip.read(part, (bytes) => {
    decoder ??= new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8')
    for (let from = 0; from < bytes.length; from += 65_536) {
      const piece = bytes.subarray(from, from + 65_536)
      since += piece.length
      parser.write(decoder.decode(piece, { stream: true }))
      if (since > maxTokenBytes) throw new SheetUnreadable(sheetTexts.tooLarge)
    }
  })
  parser.close()
}

function withoutPrefix(name: string): string {
  const colon = name.indexOf(':')
  return colon < 0 ? name : name.slice(colon + 1)
}

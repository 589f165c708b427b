import { Inflate } from 'fflate'
import { SheetUnreadable, sheetTexts } from './sheet-unreadable.ts'
import { bytesBeforeContent, entriesOf, findDirectory, headerBytes, type ZipEntry } from './zip-directory.ts'

/** How far the parts that are read may unpack together, in bytes; 25,000 real rows of 35 columns take about 60 MB. */
const maxUnpackedBytes = 96 * 1024 * 1024
const maxParts = 5_000
/** Packed bytes inflated at once: at most 1,032 times as many come out. */
const packedStep = 2 * 1024

/** The parts of a zip file, found by their directory; a part is unpacked only when it is read. */
export type ZipParts = {
  /** In lower case. */
  names: readonly string[]
  has: (name: string) => boolean
  /**
   * Unpacks one part and hands over its bytes piece by piece. What really comes out is counted, for all parts together:
   * the sizes that the file declares bound nothing. Throws SheetUnreadable.
   */
  read: (name: string, onBytes: (bytes: Uint8Array) => void) => void
}

type Part = Omit<ZipEntry, 'name'>

/** Opens a zip file. Names are compared without case, as in a workbook's package. Throws SheetUnreadable. */
export function openZip(bytes: Uint8Array): ZipParts {
  const parts = readDirectory(bytes)
  let unpacked = 0
  return {
    names: [...parts.keys()],
    has: (name) => parts.has(partName(name)),
    read: (name, onBytes) => {
      const part = parts.get(partName(name))
      if (!part) throw new SheetUnreadable(sheetTexts.damaged)
      if (part.isLocked) throw new SheetUnreadable(sheetTexts.locked)
      unpack(part.method, packedBytes(bytes, part), (piece) => {
        unpacked += piece.length
        if (unpacked > maxUnpackedBytes) throw new SheetUnreadable(sheetTexts.tooLarge)
        onBytes(piece)
      })
    },
  }
}

const partName = (name: string) => name.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase()

function unpack(method: number, packed: Uint8Array, onBytes: (piece: Uint8Array) => void): void {
  if (method === 0) return onBytes(packed)
  // Others, such as deflate64, are not allowed in a workbook.
  if (method !== 8) throw new SheetUnreadable(sheetTexts.damaged)
  const inflate = new Inflate((piece) => onBytes(piece))
  for (let from = 0; from < packed.length; from += packedStep)
    inflate.push(packed.subarray(from, from + packedStep), from + packedStep >= packed.length)
}

/** The entries of the directory at the end of the file. */
function readDirectory(bytes: Uint8Array): Map<string, Part> {
  const parts = new Map<string, Part>()
  for (const { name: raw, ...part } of entriesOf(bytes.subarray(findDirectory(bytes).offset))) {
    const name = partName(raw)
    // Two parts of one name: programs disagree which one counts, so nobody could say what was read.
    if (parts.has(name)) throw new SheetUnreadable(sheetTexts.damaged)
    parts.set(name, part)
    if (parts.size > maxParts) throw new SheetUnreadable(sheetTexts.tooLarge)
  }
  return parts
}

function packedBytes(bytes: Uint8Array, { offset, packed }: Part): Uint8Array {
  const start = offset + bytesBeforeContent(bytes.subarray(offset, offset + headerBytes))
  if (start + packed > bytes.length) throw new SheetUnreadable(sheetTexts.damaged)
  return bytes.subarray(start, start + packed)
}

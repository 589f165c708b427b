import { Inflate } from 'fflate'
import { SheetUnreadable, sheetTexts } from './sheet-unreadable.ts'

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

type Part = { isLocked: boolean; method: number; packed: number; offset: number }

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

const signature = { end: 0x06054b50, entry: 0x02014b50, part: 0x04034b50 }

/** The entries of the directory at the end of the file (APPNOTE 4.3.12). */
function readDirectory(bytes: Uint8Array): Map<string, Part> {
  const view = viewOf(bytes)
  const end = endRecord(bytes, view)
  const parts = new Map<string, Part>()
  const names = new TextDecoder()
  let at = view.getUint32(end + 16, true)
  while (at + 46 <= end && view.getUint32(at, true) === signature.entry) {
    const [nameLength, extraLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)]
    const name = partName(names.decode(bytes.subarray(at + 46, at + 46 + nameLength)))
    // Two parts of one name: programs disagree which one counts, so nobody could say what was read.
    if (parts.has(name)) throw new SheetUnreadable(sheetTexts.damaged)
    parts.set(name, {
      isLocked: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      packed: packedLength(view, { at, extra: at + 46 + nameLength, extraLength }),
      offset: view.getUint32(at + 42, true),
    })
    if (parts.size > maxParts) throw new SheetUnreadable(sheetTexts.tooLarge)
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true)
  }
  return parts
}

function endRecord(bytes: Uint8Array, view: DataView): number {
  for (let end = bytes.length - 22; end >= Math.max(0, bytes.length - 65_557); end--)
    if (view.getUint32(end, true) === signature.end) return end
  throw new SheetUnreadable(sheetTexts.damaged)
}

/** The packed length of an entry; programs that stream write it into the field for large files (zip64) instead. */
function packedLength(view: DataView, entry: { at: number; extra: number; extraLength: number }): number {
  const [packed, unpacked] = [view.getUint32(entry.at + 20, true), view.getUint32(entry.at + 24, true)]
  if (packed !== 0xffffffff) return packed
  const end = Math.min(entry.extra + entry.extraLength, view.byteLength)
  for (let at = entry.extra; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    const field = at + 4 + (unpacked === 0xffffffff ? 8 : 0)
    if (view.getUint16(at, true) === 1 && field + 8 <= end) return Number(view.getBigUint64(field, true))
  }
  throw new SheetUnreadable(sheetTexts.damaged)
}

function packedBytes(bytes: Uint8Array, { offset, packed }: Part): Uint8Array {
  const view = viewOf(bytes)
  if (offset + 30 > bytes.length || view.getUint32(offset, true) !== signature.part)
    throw new SheetUnreadable(sheetTexts.damaged)
  const start = offset + 30 + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true)
  if (start + packed > bytes.length) throw new SheetUnreadable(sheetTexts.damaged)
  return bytes.subarray(start, start + packed)
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

import { SheetUnreadable, sheetTexts } from './sheet-unreadable.ts'

/** A part of a zip file as its directory names it; `offset` is that of its header, before its bytes. */
export type ZipEntry = { name: string; isLocked: boolean; method: number; packed: number; offset: number }

/** Bytes at the end of a zip file in which its directory is found. */
export const endBytes = 65_557

/** Bytes of the header of a part, without its name and extra fields. */
export const headerBytes = 30

const signature = { end: 0x06054b50, entry: 0x02014b50, part: 0x04034b50 }

/** Where the directory begins in the file, and how many bytes it has; from the file's last bytes (APPNOTE 4.3.16). */
export function findDirectory(last: Uint8Array): { offset: number; bytes: number } {
  const view = viewOf(last)
  for (let end = last.length - 22; end >= Math.max(0, last.length - endBytes); end--)
    if (view.getUint32(end, true) === signature.end)
      return { offset: view.getUint32(end + 16, true), bytes: view.getUint32(end + 12, true) }
  throw new SheetUnreadable(sheetTexts.damaged)
}

/** The entries of a directory (APPNOTE 4.3.12). */
export function* entriesOf(directory: Uint8Array): Generator<ZipEntry> {
  const view = viewOf(directory)
  const names = new TextDecoder()
  for (let at = 0; at + 46 <= directory.length && view.getUint32(at, true) === signature.entry; ) {
    const [nameLength, extraLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)]
    yield {
      name: names.decode(directory.subarray(at + 46, at + 46 + nameLength)),
      isLocked: (view.getUint16(at + 8, true) & 1) === 1,
      method: view.getUint16(at + 10, true),
      packed: packedLength(view, { at, extra: at + 46 + nameLength, extraLength }),
      offset: view.getUint32(at + 42, true),
    }
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true)
  }
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

/** Bytes from the beginning of a part's header to its content. */
export function bytesBeforeContent(header: Uint8Array): number {
  const view = viewOf(header)
  if (header.length < headerBytes || view.getUint32(0, true) !== signature.part)
    throw new SheetUnreadable(sheetTexts.damaged)
  return headerBytes + view.getUint16(26, true) + view.getUint16(28, true)
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

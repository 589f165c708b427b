/**
 * The canonical ZIP form of a case file (APPNOTE.TXT 6.3.10): stored entries in sequence, no comments, no extra fields,
 * the earliest DOS time. Every byte follows from names and contents, so that the archive can be generated again to
 * detect any changed byte.
 */
export type ZipEntry = { name: string; bytes: number; crc: number; offset: number }

export const lengths = { local: 30, central: 46, end: 22 } as const
/** The largest archive, in bytes; without ZIP64 the limit is 4 GB, and browsers fail earlier. */
export const maxZipBytes = 2 ** 31
export const maxEntries = 65_000

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 }
const version = 20
const utf8 = 0x0800
const stored = 0
/** 1 January 1980, midnight. */
const dosDay = 0x21
/** File mode: readable for everybody, on Unix. */
const unix = 0x0300
const readable = 0o100644 * 2 ** 16

/** Whether any system can unpack the name safely below a chosen folder. */
export const isPlainName = (name: string): boolean =>
  name.length <= 200 && /^[A-Za-z0-9][A-Za-z0-9_-]*(?:[./][A-Za-z0-9_-]+)*$/.test(name)

/** The header before an entry's content. */
export function localHeader({ name, bytes, crc }: ZipEntry): Uint8Array {
  const { head, view } = header(lengths.local, name)
  view.setUint32(0, signatures.local, true)
  common(view, 4, { name, bytes, crc })
  return head
}

/** An entry's header in the central directory. */
export function centralHeader({ name, bytes, crc, offset }: ZipEntry): Uint8Array {
  const { head, view } = header(lengths.central, name)
  view.setUint32(0, signatures.central, true)
  view.setUint16(4, unix | version, true)
  common(view, 6, { name, bytes, crc })
  view.setUint32(38, readable, true)
  view.setUint32(42, offset, true)
  return head
}

/** The end record after the central directory. */
export function endRecord({ entries, bytes, offset }: { entries: number; bytes: number; offset: number }): Uint8Array {
  const { head, view } = header(lengths.end, '')
  view.setUint32(0, signatures.end, true)
  view.setUint16(8, entries, true)
  view.setUint16(10, entries, true)
  view.setUint32(12, bytes, true)
  view.setUint32(16, offset, true)
  return head
}

/** The four signature bytes of the end record. */
export const endSignature = (): Uint8Array => endRecord({ entries: 0, bytes: 0, offset: 0 }).subarray(0, 4)

/** Fixed fields of this length, followed by the name. */
function header(length: number, name: string): { head: Uint8Array; view: DataView } {
  const encoded = new TextEncoder().encode(name)
  const head = new Uint8Array(length + encoded.length)
  head.set(encoded, length)
  return { head, view: new DataView(head.buffer) }
}

function common(view: DataView, at: number, { name, bytes, crc }: Pick<ZipEntry, 'name' | 'bytes' | 'crc'>): void {
  view.setUint16(at, version, true)
  view.setUint16(at + 2, utf8, true)
  view.setUint16(at + 4, stored, true)
  view.setUint16(at + 8, dosDay, true)
  view.setUint32(at + 10, crc, true)
  view.setUint32(at + 14, bytes, true)
  view.setUint32(at + 18, bytes, true)
  view.setUint16(at + 22, new TextEncoder().encode(name).length, true)
}

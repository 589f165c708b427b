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
export function localHeader({ name, bytes, crc }: ZipEntry): Buffer {
  const head = Buffer.alloc(lengths.local)
  head.writeUInt32LE(signatures.local, 0)
  common(head, 4, { name, bytes, crc })
  return Buffer.concat([head, Buffer.from(name)])
}

/** An entry's header in the central directory. */
export function centralHeader({ name, bytes, crc, offset }: ZipEntry): Buffer {
  const head = Buffer.alloc(lengths.central)
  head.writeUInt32LE(signatures.central, 0)
  head.writeUInt16LE(unix | version, 4)
  common(head, 6, { name, bytes, crc })
  head.writeUInt32LE(readable, 38)
  head.writeUInt32LE(offset, 42)
  return Buffer.concat([head, Buffer.from(name)])
}

/** The end record after the central directory. */
export function endRecord({ entries, bytes, offset }: { entries: number; bytes: number; offset: number }): Buffer {
  const end = Buffer.alloc(lengths.end)
  end.writeUInt32LE(signatures.end, 0)
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(bytes, 12)
  end.writeUInt32LE(offset, 16)
  return end
}

/** The four signature bytes of the end record. */
export const endSignature = (): Buffer => endRecord({ entries: 0, bytes: 0, offset: 0 }).subarray(0, 4)

function common(head: Buffer, at: number, { name, bytes, crc }: Pick<ZipEntry, 'name' | 'bytes' | 'crc'>): void {
  head.writeUInt16LE(version, at)
  head.writeUInt16LE(utf8, at + 2)
  head.writeUInt16LE(stored, at + 4)
  head.writeUInt16LE(dosDay, at + 8)
  head.writeUInt32LE(crc, at + 10)
  head.writeUInt32LE(bytes, at + 14)
  head.writeUInt32LE(bytes, at + 18)
  head.writeUInt16LE(Buffer.byteLength(name), at + 22)
}

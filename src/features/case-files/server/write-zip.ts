import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { ArchiveEntry } from '#kit/evidence/manifest.ts'
import {
  centralHeader,
  endRecord,
  isPlainName,
  maxZipBytes,
  localHeader,
  maxEntries,
  type ZipEntry,
} from '#kit/evidence/zip.ts'

/** The content exceeds the size limit of an archive. */
export class TooLarge extends Error {}

/** Writes an archive to the disk, one entry at a time. */
export type ZipWriter = {
  /** Adds an entry; returns its manifest line. Throws TooLarge above 2 GB. */
  add: (name: string, content: Uint8Array | { path: string }) => Promise<ArchiveEntry>
  /** Writes the directory; returns the size and the hash of the archive. */
  end: () => Promise<{ bytes: number; sha256: string }>
  /** Closes the file, finished or not. */
  close: () => Promise<void>
}

const pieceBytes = 256 * 1024

/** Creates an archive at a path. */
export async function writeZip(path: string): Promise<ZipWriter> {
  const file = await open(path, 'w')
  const whole = createHash('sha256')
  const entries: ZipEntry[] = []
  const names = new Set<string>()
  let at = 0
  const write = async (bytes: Uint8Array) => {
    if (at + bytes.byteLength > maxZipBytes) throw new TooLarge()
    whole.update(bytes)
    await file.write(bytes)
    at += bytes.byteLength
  }
  return {
    add: async (name, content) => {
      if (!isPlainName(name) || names.has(name)) throw new Error(`${name} is not a valid entry name`)
      if (entries.length >= maxEntries) throw new TooLarge()
      const measured = await measure(content)
      const entry = { name, bytes: measured.bytes, crc: measured.crc, offset: at }
      await write(localHeader(entry))
      for await (const piece of piecesOf(content)) await write(piece)
      entries.push(entry)
      names.add(name)
      return { name, bytes: measured.bytes, sha256: measured.sha256 }
    },
    end: async () => {
      const offset = at
      for (const entry of entries) await write(centralHeader(entry))
      await write(endRecord({ entries: entries.length, bytes: at - offset, offset }))
      await file.sync()
      return { bytes: at, sha256: whole.digest('hex') }
    },
    close: () => file.close(),
  }
}

async function measure(content: Uint8Array | { path: string }) {
  const hash = createHash('sha256')
  let [bytes, crc] = [0, 0]
  for await (const piece of piecesOf(content)) {
    hash.update(piece)
    crc = crc32(piece, crc)
    bytes += piece.byteLength
  }
  return { bytes, crc, sha256: hash.digest('hex') }
}

/** The content in pieces, so that a large one does not block the process. */
async function* piecesOf(content: Uint8Array | { path: string }): AsyncGenerator<Uint8Array> {
  if (content instanceof Uint8Array) {
    for (let at = 0; at < content.byteLength; at += pieceBytes) yield content.subarray(at, at + pieceBytes)
    return
  }
  const file = await open(content.path)
  try {
    yield* readPieces(file)
  } finally {
    await file.close()
  }
}

async function* readPieces(file: FileHandle): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.alloc(pieceBytes)
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, pieceBytes)
    if (bytesRead === 0) return
    // The consumer has used the buffer before the next piece is read.
    yield buffer.subarray(0, bytesRead)
  }
}

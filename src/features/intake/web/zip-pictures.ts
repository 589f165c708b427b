import {
  bytesBeforeContent,
  endBytes,
  entriesOf,
  findDirectory,
  headerBytes,
  type ZipEntry,
} from '#columns/zip-directory.ts'
import { bytesPerFile } from '#features/files/contract.ts'
import { mediaTypeOf } from '#vocabulary/media-types.ts'

/**
 * The pictures of a .zip file by their names without folders. It is read in parts: an archive of a gigabyte is never in
 * memory. Rejects for one that is no archive, is damaged or has a password; a picture that unpacks to more than 10 MB is
 * cut there, so that storing it says so.
 */
export async function picturesOfZip(archive: Blob): Promise<File[]> {
  const { offset, bytes } = findDirectory(await bytesAt(archive, Math.max(0, archive.size - endBytes), endBytes))
  const pictures: File[] = []
  for (const entry of entriesOf(await bytesAt(archive, offset, bytes))) {
    const name = entry.name.split(/[/\\]/).at(-1)!
    const type = mediaTypeOf(name)
    // What macOS adds to an archive is named like the pictures.
    if (type.startsWith('image/') && !name.startsWith('._'))
      pictures.push(await unpacked(archive, entry, { name, type }))
  }
  return pictures
}

async function unpacked(archive: Blob, entry: ZipEntry, { name, type }: { name: string; type: string }): Promise<File> {
  const { isLocked, method, packed, offset } = entry
  if (isLocked || (method !== 0 && method !== 8)) throw new Error(`${name} cannot be unpacked`)
  const start = offset + bytesBeforeContent(await bytesAt(archive, offset, headerBytes))
  const content = archive.slice(start, start + packed)
  if (method === 0) return new File([content], name, { type })
  const parts: BlobPart[] = []
  let size = 0
  const reader = content.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader()
  for (let next = await reader.read(); !next.done && size <= bytesPerFile; next = await reader.read()) {
    parts.push(next.value)
    size += next.value.length
  }
  await reader.cancel()
  return new File(parts, name, { type })
}

const bytesAt = async (archive: Blob, start: number, length: number): Promise<Uint8Array> =>
  new Uint8Array(await archive.slice(start, start + length).arrayBuffer())

// Runs in a worker thread: decoding and hashing a large picture takes up to a second.
import { hashPicture } from '#kit/server/pdq.ts'

/** The PDQ hash of a picture file and its quality; undefined when it cannot be decoded. */
export async function hashOf(bytes: Uint8Array): Promise<{ hash: string; quality: number } | undefined> {
  const found = await hashPicture(bytes)
  return found && { hash: found.hash, quality: found.quality }
}

import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

/** A file's size and its sum. */
export type FileSum = { bytes: number; sha256: Buffer }

/** The size and the sum of a file. */
export async function sumOf(path: string): Promise<FileSum> {
  const sum = createHash('sha256')
  let bytes = 0
  for await (const chunk of chunksOf(path)) {
    sum.update(chunk)
    bytes += chunk.length
  }
  return { bytes, sha256: sum.digest() }
}

/** Joins files into a new one; returns its size and sum. */
export async function joinFiles(paths: readonly string[], target: string, signal: AbortSignal): Promise<FileSum> {
  const sum = createHash('sha256')
  let bytes = 0
  const joined = await open(target, 'w')
  try {
    for (const path of paths)
      for await (const chunk of chunksOf(path)) {
        signal.throwIfAborted()
        await joined.writeFile(chunk)
        sum.update(chunk)
        bytes += chunk.length
      }
  } finally {
    await joined.close()
  }
  return { bytes, sha256: sum.digest() }
}

const chunkBytes = 256 * 1024

/**
 * The content of a file in one buffer, which is valid until the next is read: the buffers of a stream are freed late, so
 * that a file of some hundred MB takes 70 MB of memory.
 */
async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  const buffer = Buffer.allocUnsafeSlow(chunkBytes)
  const file = await open(path)
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}

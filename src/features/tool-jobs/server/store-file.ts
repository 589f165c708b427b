import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '#kit/server/files.ts'
import type { ToolFile } from './queries.ts'
import type { MadeFile } from './tool-runner.ts'

/** Stores a made file under a key, with the ending of its name, and says what it is. */
export async function storedFile(files: FileStore, base: string, made: MadeFile): Promise<ToolFile> {
  const { name, mediaType, records } = made
  const counted = records === undefined ? {} : { records }
  const key = `${base}${extname(name)}`
  if ('bytes' in made) {
    await files.put(key, made.bytes, mediaType)
    return {
      name,
      key,
      mediaType,
      bytes: made.bytes.length,
      sha256: createHash('sha256').update(made.bytes).digest('hex'),
      ...counted,
    }
  }
  const hash = createHash('sha256')
  await pipeline(createReadStream(made.path), hash)
  await files.putFile(key, made.path, mediaType)
  return { name, key, mediaType, bytes: (await stat(made.path)).size, sha256: hash.digest('hex'), ...counted }
}

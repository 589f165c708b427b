import { inTransaction } from '#kit/server/db.ts'
import { poorQuality } from '#kit/server/pdq.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { openThreads, type Threads } from '#kit/server/threads.ts'
import {
  claimPictures,
  giveBackTry,
  maxTries,
  type PictureRef,
  savePictureHash,
  savePictureState,
} from './picture-queries.ts'

const workerFile = new URL('./picture.worker.ts', import.meta.url)

/** Pictures of one round. */
const inRound = 20

/** One picture at a time, in a thread of its own that ends when there is nothing to do. */
export const pictureThreads = (): Threads => openThreads(1)

/** Hashes stored pictures that have no hash yet, new and old ones; returns how many. The worker runs it every two seconds. */
export async function hashPictures(
  { pool, db, files }: Pick<AppContext, 'pool' | 'db' | 'files'>,
  threads: Threads,
): Promise<number> {
  const claimed = await claimPictures(db, inRound)
  for (const picture of claimed) {
    const found = await hashOf(files, threads, picture)
    if (found === 'later') continue
    if (found === 'store away') {
      await giveBackTry(db, picture)
      continue
    }
    if (found === 'unreadable' || found.quality <= poorQuality)
      await savePictureState(db, picture, found === 'unreadable' ? 'unreadable' : 'poor')
    else await inTransaction(pool, (tx) => savePictureHash(tx.db, picture, found))
  }
  return claimed.length
}

/** `later` when the thread failed and it may be tried again, `store away` when the store did, which says nothing of it. */
async function hashOf(
  files: AppContext['files'],
  threads: Threads,
  picture: PictureRef,
): Promise<{ hash: string; quality: number } | 'unreadable' | 'later' | 'store away'> {
  const bytes = await files.read(picture.key).catch(() => 'store away' as const)
  if (bytes === 'store away') return bytes
  if (!bytes) return 'unreadable'
  try {
    const input = new Uint8Array(bytes)
    const found = await threads.run<{ hash: string; quality: number } | undefined>({
      file: workerFile,
      name: 'hashOf',
      input,
    })
    return found ?? 'unreadable'
  } catch {
    return picture.tries >= maxTries ? 'unreadable' : 'later'
  }
}

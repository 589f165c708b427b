import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type EvidenceCounts, listLine, listStart } from '#kit/evidence/evidence-list.ts'
import { inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { addEvidenceDay, evidenceHashes, lastEvidenceDay } from './evidence-day-queries.ts'
import { addDueStamps } from './proof-queries.ts'
import { signHead } from './signing.ts'
import { takeStamps } from './take-stamps.ts'

const batchSize = 5000
const noId = '00000000-0000-0000-0000-000000000000'

/**
 * The job, daily: writes the hashes of all pictures, notices and answers that were stored since the last list until the
 * end of yesterday (UTC), signs the head, and has it stamped. The first list has everything before it. Running again changes
 * nothing.
 */
export async function listEvidence(app: AppContext, now = new Date()): Promise<void> {
  const day = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10)
  const last = await lastEvidenceDay(app.db)
  if (last && last.next > day) return
  const folder = await mkdtemp(join(tmpdir(), 'brandkeep-evidence-'))
  try {
    const path = join(folder, 'list')
    const written = await writeList(app, path, { from: last?.next, day, previous: last?.head ?? null })
    const listKey = `evidence-days/${day}-${newId()}.txt`
    await app.files.putFile(listKey, path, 'text/plain')
    const signature = await signHead(app.db, app.settings, written.head)
    const list = { day, previous: last?.head ?? null, listKey, signature, ...written }
    // With the list, so that its stamps are requested even if this process ends before they are.
    const isAdded = await inTransaction(app.pool, async ({ db }) => {
      if (!(await addEvidenceDay(db, list))) return false
      await addDueStamps(db, { day, head: written.head, authorities: app.settings.timeStamps.authorities })
      return true
    })
    if (!isAdded) return await app.files.remove(listKey)
    await takeStamps(app)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

type List = { from: string | undefined; day: string; previous: string | null }

/** Writes the list; its head is the SHA-256 of the file, whose first lines name the day and the head before. */
async function writeList({ db }: AppContext, path: string, { from, day, previous }: List) {
  const hash = createHash('sha256')
  const counts: EvidenceCounts = { answer: 0, file: 0, notice: 0 }
  async function* lines() {
    yield listStart({ day, previous })
    let after = { kind: '', id: noId }
    for (;;) {
      const found = await evidenceHashes(db, { from, until: day, after, limit: batchSize })
      if (found.length === 0) return
      for (const { kind } of found) counts[kind]++
      yield found.map((one) => listLine({ ...one, at: new Date(one.at).toISOString() })).join('')
      after = found.at(-1)!
    }
  }
  async function* hashed() {
    for await (const text of lines()) {
      hash.update(text)
      yield text
    }
  }
  await pipeline(Readable.from(hashed()), createWriteStream(path))
  return { head: hash.digest('hex'), counts }
}

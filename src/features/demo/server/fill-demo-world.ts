import type { Pool } from 'pg'
import { inLongTransaction } from '#kit/server/db.ts'
import { today as dayNow } from '#vocabulary/dates.ts'
import type { PutPicture } from './activity-context.ts'
import { copyRows } from './copy.ts'
import { demoDocuments } from './documents.ts'
import { demoFindings } from './findings.ts'
import { demoBrands, demoPassword } from './people.ts'
import { demoPictures } from './pictures.ts'
import { idMaker } from './seeded.ts'
import { writeFindings } from './write-findings.ts'
import { type People, writePeople } from './write-people.ts'
import { writeSettings } from './write-settings.ts'
import { writeActivity } from './write-activity.ts'

export type DemoOptions = {
  pool: Pool
  putPicture: PutPicture
  /** Hashes the one password of all demo users. */
  hashPassword: (password: string) => Promise<string>
  bucket: string
  /** The time zone of 'today', from which everything is dated back. */
  zone: string
  now?: Date
  /** Part of the 30,000 findings, for tests. */
  share?: number
}

/** Advisory lock: two processes that start together take turns. */
const LOCK = 4_000_003

/**
 * Fills an empty database with the demo world: companies, users, 24 months of findings up to today and the activity around
 * them. Returns false, and changes nothing, when there is any user or company. All or nothing: one transaction.
 */
export async function fillDemoWorld(options: DemoOptions): Promise<boolean> {
  const empty = await options.pool.query<{ empty: boolean }>(isEmpty)
  if (!empty.rows[0]?.empty) return false
  const pictures = await demoPictures()
  const documents = await demoDocuments(demoBrands)
  const stored = [
    ...[...pictures.values()].flat().map((one) => ({ ...one, purpose: 'images', mediaType: 'image/png' })),
    ...documents.map((one) => ({ ...one, purpose: 'configuration', mediaType: 'application/pdf' })),
  ]
  await putAll(stored, options)
  const passwordHash = await options.hashPassword(demoPassword)
  const filled = await inLongTransaction(options.pool, async ({ client }) => {
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    const still = await client.query<{ empty: boolean }>(isEmpty)
    if (!still.rows[0]?.empty) return false
    const now = options.now ?? new Date()
    const today = dayNow(options.zone, now)
    await client.query(monthsOfLogs)
    const people = await writePeople(client, { today, passwordHash })
    await writeFiles(client, { stored, people, bucket: options.bucket, now })
    const findings = [...demoFindings({ brands: demoBrands, pictures, today, now, share: options.share ?? 1 })]
    await writeFindings(client, { findings, people, bucket: options.bucket })
    await writeSettings(client, { passwordHash, people, today, documents, bucket: options.bucket })
    await writeActivity(client, { findings, people, today, now, bucket: options.bucket, put: options.putPicture })
    return true
  })
  // Fresh statistics and visibility maps, so that the first lists already use index-only scans.
  if (filled) await options.pool.query('vacuum analyze')
  return filled
}

/** Log partitions reach back as far as the findings, so that old months can be dropped one by one. */
const monthsOfLogs = `select make_log_part(log, (now() - make_interval(months => back))::date)
  from unnest(array['status_log', 'data_log']::regclass[]) log, generate_series(0, 25) back`

const isEmpty = 'select not exists (select from users) and not exists (select from companies) as empty'

type Stored = { name: string; key: string; bytes: Buffer; sha256: string; purpose: string; mediaType: string }

async function putAll(stored: readonly Stored[], { putPicture, bucket }: DemoOptions): Promise<void> {
  for (let n = 0; n < stored.length; n += 16) {
    const some = stored.slice(n, n + 16)
    await Promise.all(some.map(({ key, bytes, mediaType }) => putPicture({ bucket, key, bytes, mediaType })))
  }
}

async function writeFiles(
  client: Parameters<typeof copyRows>[0],
  { stored, people, bucket, now }: { stored: readonly Stored[]; people: People; bucket: string; now: Date },
): Promise<void> {
  const newId = idMaker('pictures')
  await copyRows(
    client,
    'files',
    ['id', 'bucket', 'key', 'purpose', 'original_name', 'media_type', 'bytes', 'sha256', 'uploaded_by', 'created_at'],
    stored.map((one) => [
      newId(now),
      bucket,
      one.key,
      one.purpose,
      one.name,
      one.mediaType,
      one.bytes.length,
      `\\x${one.sha256}`,
      people.user.get('analyst@demo.test'),
      now,
    ]),
  )
}

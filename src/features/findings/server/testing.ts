import { createHash } from 'node:crypto'
import { kindOf } from '#columns/kinds.ts'
import { storedName } from '#columns/stored.ts'
import { sql, type Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import type { Platform } from '#platforms/platform.ts'
import { normaliseDomain } from '#vocabulary/addresses.ts'

/** For tests: a finding to store; other columns by name. */
export type TestFinding = { companyId: string; brandId: string } & Record<string, unknown>

/** How many findings each database has got: the samples of a test do not depend on the files that ran before it. */
const addedTo = new WeakMap<Db, number>()

/** The stored picture that further findings of a brand get, by the brand. */
const storedPictures = new Map<string, { bucket: string; key: string }>()

/** For tests: further findings of a brand have this stored picture, unless they are given another image. */
export const giveStoredPicture = (brandId: string, stored: { bucket: string; key: string }) =>
  void storedPictures.set(brandId, stored)

/**
 * For tests: stores findings of a platform and returns their ids, in order. Missing values are filled with samples;
 * `imageBucket` and `imageKey` make the picture a stored object.
 */
export async function addFindings(db: Db, platform: Platform, given: readonly TestFinding[]): Promise<string[]> {
  const ids: string[] = []
  for (const { companyId, brandId, deletedAt, ...values } of given) {
    const stored = 'image' in values ? undefined : storedPictures.get(brandId)
    const { imageBucket = stored?.bucket, imageKey = stored?.key } = values
    const id = newId()
    const n = (addedTo.get(db) ?? 0) + 1
    addedTo.set(db, n)
    const valueOf = (name: string): unknown => {
      const column = platform.columns[name]!
      if (name in values) return values[name]
      // Phishing: a notice may be sent about it to any desk.
      if (name === 'reasonCode') return '12201'
      if (name === platform.identity && column.kind === 'link') return `https://shop.example/item/${n}`
      // Page and domain are of one site.
      if (name === 'domain' && name !== platform.identity)
        return normaliseDomain(String(valueOf(platform.identity) ?? ''))
      if (name === 'url' && platform.identity === 'domain') return `https://${String(valueOf('domain'))}/`
      return kindOf(column.kind).sample(n)
    }
    const identity = createHash('md5')
      .update(`${platform.value} ${String(valueOf(platform.identity))} ${id}`)
      .digest('hex')
    await sql`insert into findings (company_id, id, brand_id, platform, reporting_date, status, priority, reason,
        reason_code, identity_key, image, image_bucket, image_key, client_comment, employee_code)
      values (${companyId}, ${id}, ${brandId}, ${platform.value}, ${valueOf('reportingDate')}, ${valueOf('status')},
        ${valueOf('priority')}, ${valueOf('reason')}, ${valueOf('reasonCode')}, ${identity}::uuid, ${valueOf('image')},
        ${imageBucket ?? null}, ${imageKey ?? null}, ${values['clientComment'] ?? null}, ${valueOf('employeeCode')})`.execute(
      db,
    )
    const own = Object.keys(platform.columns).filter((name) => platform.columns[name]!.storedIn === 'own')
    await sql`insert into ${sql.table(platform.table)}
      (company_id, finding_id, ${sql.join(own.map((name) => sql.id(storedName(name))))})
      values (${companyId}, ${id}, ${sql.join(own.map(valueOf))})`.execute(db)
    if (deletedAt) await sql`update findings set deleted_at = ${deletedAt} where id = ${id}`.execute(db)
    ids.push(id)
  }
  return ids
}

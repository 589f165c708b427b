import { type Db, rows, sql } from '#kit/server/db.ts'
import { platforms } from '#platforms/all.ts'
import { isIdentifiedByDomain, type Platform } from '#platforms/platform.ts'
import { bareAddress, normaliseAddress } from '#vocabulary/addresses.ts'
import { identityKey } from './identity-key.ts'

type StoredKey = { companyId: string; id: string; brandId: string; address: string | null; key: string }

/** Rows read at a time: some 20 ms of the thread. */
const batchSize = 5000

/**
 * Computes the identity keys of stored findings again after the normal form of addresses changed (G63). A finding whose
 * new key another one of the brand has keeps its own: both stay, and the next upload of the address finds the other.
 * Returns how many keys changed. May be ended and repeated at any point.
 */
export async function renormaliseFindings(db: Db): Promise<number> {
  let changed = 0
  for (const platform of platforms) {
    if (isIdentifiedByDomain(platform)) continue
    let after: StoredKey | undefined
    do {
      const found: StoredKey[] = await storedKeys(db, platform, after)
      changed += await writeKeys(db, platform, found)
      after = found.length === batchSize ? found.at(-1) : undefined
    } while (after)
  }
  return changed
}

function storedKeys(db: Db, platform: Platform, after: StoredKey | undefined): Promise<StoredKey[]> {
  const further = after ? sql`(d.company_id, d.finding_id) > (${after.companyId}::uuid, ${after.id}::uuid)` : sql`true`
  return rows(
    db,
    sql`select f.company_id as "companyId", f.id, f.brand_id as "brandId", f.identity_key as key,
          d.${sql.ref(platform.identity)} as address
        from (select * from ${sql.table(platform.table)} d where ${further}
          order by d.company_id, d.finding_id limit ${batchSize}) d
        join findings f on f.company_id = d.company_id and f.id = d.finding_id
        order by d.company_id, d.finding_id`,
  )
}

async function writeKeys(db: Db, platform: Platform, found: readonly StoredKey[]): Promise<number> {
  const wanted = new Map<string, StoredKey & { wanted: string }>()
  for (const one of found) {
    const address = normaliseAddress(one.address ?? '')
    if (address === bareAddress(one.address ?? '')) continue
    const key = identityKey(platform, address)
    // The first of several with the same new key gets it.
    const holder = `${one.companyId} ${one.brandId} ${key}`
    if (key !== one.key && !wanted.has(holder)) wanted.set(holder, { ...one, wanted: key })
  }
  if (wanted.size === 0) return 0
  const list = [...wanted.values()]
  const updated = await rows(
    db,
    sql`update findings f set identity_key = w.wanted
        from unnest(${list.map(({ companyId }) => companyId)}::uuid[], ${list.map(({ id }) => id)}::uuid[],
          ${list.map(({ key }) => key)}::uuid[], ${list.map((one) => one.wanted)}::uuid[]) as w (company_id, id, key, wanted)
        where f.company_id = w.company_id and f.id = w.id and f.identity_key = w.key
          and not exists (select from findings o where o.company_id = f.company_id and o.brand_id = f.brand_id
            and o.identity_key = w.wanted and o.deleted_at is null)
        returning f.id`,
  )
  return updated.length
}

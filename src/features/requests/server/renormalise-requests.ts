import { identityKey } from '#features/findings/server/identity-key.ts'
import { type Db, rows, sql } from '#kit/server/db.ts'
import { platformOf } from '#platforms/all.ts'
import { comparedAddress } from '#platforms/compared-address.ts'

type StoredRequest = { id: string; platform: string; domain: string; key: string }

/**
 * Computes the identity keys of client requests again after the normal form of addresses changed (G63). A waiting
 * request whose new key another waiting one of the brand has keeps its own. May be ended and repeated at any point.
 */
export async function renormaliseRequests(db: Db): Promise<void> {
  const stored = await rows<StoredRequest>(
    db,
    sql`select id, platform, domain, identity_key as key from client_requests order by id`,
  )
  for (const { id, platform: value, domain, key } of stored) {
    const platform = platformOf(value)
    const wanted = platform ? identityKey(platform, comparedAddress(platform, domain)) : key
    if (wanted === key) continue
    await rows(
      db,
      sql`update client_requests r set identity_key = ${wanted}::uuid where id = ${id} and identity_key = ${key}::uuid
          and not exists (select from client_requests o where o.brand_id = r.brand_id and o.identity_key = ${wanted}::uuid
            and o.status in ('Open', 'Taken'))`,
    )
  }
}

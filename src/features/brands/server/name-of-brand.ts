import { type Db, row, sql } from '#kit/server/db.ts'

/** The name of a brand, also of one that is disabled or deleted; blank for an unknown id. */
export async function nameOfBrand(db: Db, brandId: string): Promise<string> {
  const found = await row<{ name: string }>(db, sql`select brand_name as name from brands where id = ${brandId}`)
  return found?.name ?? ''
}

import type { Db } from '#kit/server/db.ts'
import { brandNamed } from './queries.ts'

/** The id of a company's brand by its name, in any letter case; undefined when it has none of that name. */
export const findBrandNamed = (db: Db, companyId: string, name: string): Promise<string | undefined> =>
  brandNamed(db, companyId, name)

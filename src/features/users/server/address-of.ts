import type { Db } from '#kit/server/db.ts'
import { emailOf } from './queries.ts'

/** Where a person's own letters go. */
export const addressOf = (db: Db, userId: string): Promise<string> => emailOf(db, userId)

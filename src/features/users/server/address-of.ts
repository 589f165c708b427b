import type { Db } from '#kit/server/db.ts'
import { emailOf } from './queries.ts'

/** The email address of a user; '' when there is none who may sign in. */
export const addressOf = (db: Db, userId: string): Promise<string> => emailOf(db, userId)

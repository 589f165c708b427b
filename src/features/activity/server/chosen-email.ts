import type { EmailChoice } from '#features/activity/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { choicesOf } from './choice-queries.ts'

/** When a person wants emails about messages and assigned work. */
export const chosenEmail = async (db: Db, userId: string): Promise<EmailChoice> => (await choicesOf(db, userId)).email

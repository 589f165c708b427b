import type { Db } from '#kit/server/db.ts'
import type { Session } from '#kit/server/session.ts'
import { countsOf, loads } from './queries.ts'

/** The caller's own open work: all of it, what is due today, and what was due before. */
export const countOwnWork = (db: Db, { userId }: Session, zone: string) => countsOf(db, { userId, zone })

/** How many members of staff have work that is overdue. */
export async function countOverduePeople(db: Db, zone: string): Promise<number> {
  return (await loads(db, zone)).filter(({ overdue }) => overdue > 0).length
}

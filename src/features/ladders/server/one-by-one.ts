import type { Pool } from 'pg'
import { type Db, inTransaction } from '#kit/server/db.ts'

type Waiting<Of> = {
  /** The next that is due and nobody is at, held in this transaction; undefined when there is none. */
  claim: (db: Db) => Promise<Of | undefined>
  work: (db: Db, one: Of) => Promise<void>
  /** After a defect, whose transaction is undone: later again, so that it holds up no other. */
  putAside: (one: Of, problem: Error) => Promise<void>
}

/** Does what is due, each in a transaction of its own, until none is left or the deadline; answers what broke. */
export async function oneByOne<Of>(pool: Pool, deadline: number, waiting: Waiting<Of>): Promise<unknown[]> {
  const broken: unknown[] = []
  let isMore = true
  while (isMore && Date.now() < deadline) {
    let one: Of | undefined
    try {
      await inTransaction(pool, async ({ db }) => {
        one = await waiting.claim(db)
        if (one !== undefined) await waiting.work(db, one)
      })
      isMore = one !== undefined
    } catch (problem) {
      if (one === undefined) throw problem
      await waiting.putAside(one, problem as Error)
      broken.push(problem)
    }
  }
  return broken
}

import type { Pool } from 'pg'
import { type Db, inTransaction } from '#kit/server/db.ts'

type Waiting<Of> = {
  /** Locks and returns the next due item; undefined when there is none. */
  claim: (db: Db) => Promise<Of | undefined>
  work: (db: Db, one: Of) => Promise<void>
  /**
   * Called after an error, once the transaction is rolled back: postpones the item so that it does not block others.
   */
  putAside: (one: Of, problem: Error) => Promise<void>
}

/** Processes due items, each in its own transaction, until none is left or the deadline passes; returns the errors. */
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

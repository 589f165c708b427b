import type { Pool } from 'pg'
import { type Db, inTransaction } from '#kit/server/db.ts'

type WorkQueue<Item> = {
  /** Locks and returns the next due item; undefined when there is none. */
  claim: (db: Db) => Promise<Item | undefined>
  work: (db: Db, one: Item) => Promise<void>
  /**
   * Called after an error, once the transaction is rolled back: postpones the item so that it does not block others.
   */
  postpone: (one: Item, problem: Error) => Promise<void>
}

/** Processes due items, each in its own transaction, until none is left or the deadline passes; returns the errors. */
export async function oneByOne<Item>(pool: Pool, deadline: number, queue: WorkQueue<Item>): Promise<unknown[]> {
  const failures: unknown[] = []
  let isMore = true
  while (isMore && Date.now() < deadline) {
    let one: Item | undefined
    try {
      await inTransaction(pool, async ({ db }) => {
        one = await queue.claim(db)
        if (one !== undefined) await queue.work(db, one)
      })
      isMore = one !== undefined
    } catch (problem) {
      if (one === undefined) throw problem
      await queue.postpone(one, problem as Error)
      failures.push(problem)
    }
  }
  return failures
}

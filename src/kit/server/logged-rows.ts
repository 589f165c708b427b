import { type DataChange, logDataChange } from './audit.ts'
import type { Db } from './db.ts'

type Export = Omit<DataChange, 'type' | 'total'>

/**
 * Passes the rows of a download on and writes into the data log that the caller took them out, and how many (G106): before
 * the file ends, so that nobody has a whole file that is not logged, or when the reader is gone. No rows, no entry.
 */
export async function* loggedRows<Row>(
  db: Db,
  actor: { userId: string; username: string },
  change: Export,
  batches: AsyncIterable<Row[]>,
): AsyncGenerator<Row[]> {
  let total = 0
  let isWhole = false
  try {
    for await (const batch of batches) {
      total += batch.length
      yield batch
    }
    isWhole = true
  } finally {
    const subject = isWhole ? change.subject : `${change.subject} (${notCompleted})`
    if (total > 0) await logDataChange(db, actor, { ...change, type: 'export', total, subject })
  }
}

const notCompleted = 'not completed'

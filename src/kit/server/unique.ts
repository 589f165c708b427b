import { DatabaseError } from 'pg'
import { type FieldErrors, invalid } from './problem.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * Does the work; when a unique index refuses it, because another was saved at the same moment, throws the 422 that
 * `taken` holds under the index's name. Stands around the transaction, which is over then.
 */
export async function unlessTaken<T>(taken: Readonly<Record<string, FieldErrors>>, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (problem) {
    const fields =
      problem instanceof DatabaseError && problem.code === UNIQUE_VIOLATION
        ? taken[problem.constraint ?? '']
        : undefined
    throw fields ? invalid(fields) : problem
  }
}

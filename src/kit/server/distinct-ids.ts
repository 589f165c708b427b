import { z } from 'zod'
import { notFound } from './problem.ts'

const uuid = z.regexes.uuid()

/** The ids without duplicates, in lower case. A malformed id is a record that does not exist: throws 404 (G8). */
export function distinctIds(given: readonly string[]): string[] {
  const ids = [...new Set(given.map((id) => id.toLowerCase()))]
  if (!ids.every((id) => uuid.test(id))) throw notFound()
  return ids
}

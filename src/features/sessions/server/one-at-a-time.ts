/** More waiting calls than this for one name are an attack, not a person. */
const MAX_WAITING = 50
const waiting = new Map<string, { tail: Promise<unknown>; length: number }>()

/**
 * Runs the calls for one name one after another in this process, so that a burst of guesses cannot all pass a limit
 * before the first failure is stored. Returns undefined without running when too many are waiting already.
 */
export async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
  const line = waiting.get(name) ?? { tail: Promise.resolve(), length: 0 }
  if (line.length >= MAX_WAITING) return undefined
  line.length++
  waiting.set(name, line)
  const mine = line.tail.then(work)
  line.tail = mine.catch(() => undefined)
  try {
    return await mine
  } finally {
    if (--line.length === 0) waiting.delete(name)
  }
}

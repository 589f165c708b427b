/** More than this many waiting under one name is an attack, not a person. */
const MOST_WAITING = 50
const waiting = new Map<string, { tail: Promise<unknown>; length: number }>()

/**
 * Runs work under a name one after the other in this process, so that a burst of guesses cannot all pass a limit before
 * the first failure is written. Answers undefined without running when too many wait already.
 */
export async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
  const line = waiting.get(name) ?? { tail: Promise.resolve(), length: 0 }
  if (line.length >= MOST_WAITING) return undefined
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

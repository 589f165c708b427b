/** More waiting calls than this for one name are an attack, not a person. */
const MAX_WAITING = 50
const queues = new Map<string, { tail: Promise<unknown>; length: number }>()

/**
 * Runs the calls for one name one after another in this process, so that a burst of guesses cannot all pass a limit
 * before the first failure is stored. Returns undefined without running when too many are waiting already.
 */
export async function oneAtATime<T>(name: string, work: () => Promise<T>): Promise<T | undefined> {
  const queue = queues.get(name) ?? { tail: Promise.resolve(), length: 0 }
  if (queue.length >= MAX_WAITING) return undefined
  queue.length++
  queues.set(name, queue)
  const result = queue.tail.then(work)
  queue.tail = result.catch(() => undefined)
  try {
    return await result
  } finally {
    if (--queue.length === 0) queues.delete(name)
  }
}

/**
 * Deletes what is past its retention time, in order of id; `next` reads a batch of those after an id, or the first
 * without one. One that cannot be deleted does not block those behind it, and is tried again by the next run. Throws an
 * AggregateError when some could not be deleted.
 */
export async function removeExpired<T extends { id: string }>(steps: {
  next: (after: string | undefined) => Promise<T[]>
  remove: (one: T) => Promise<void>
}): Promise<void> {
  const failures: unknown[] = []
  let after: string | undefined
  for (;;) {
    const batch = await steps.next(after)
    if (batch.length === 0) break
    for (const one of batch)
      try {
        await steps.remove(one)
      } catch (failure) {
        failures.push(failure)
      }
    after = batch.at(-1)!.id
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} could not be deleted`)
}

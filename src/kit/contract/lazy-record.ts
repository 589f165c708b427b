/**
 * As Object.fromEntries, but each value is computed when it is first read. For the calls of the platforms: a screen makes
 * those of one, and the schemas of all of them took longer to build than the rest of its code to load.
 */
export function lazyRecord<Key extends string, Value>(
  entries: readonly (readonly [Key, () => Value])[],
): Readonly<Record<Key, Value>> {
  const record = {} as Record<Key, Value>
  for (const [key, compute] of entries)
    Object.defineProperty(record, key, {
      enumerable: true,
      configurable: true,
      get: () => {
        const value = compute()
        Object.defineProperty(record, key, { enumerable: true, value })
        return value
      },
    })
  return record
}

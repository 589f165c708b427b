import { expect, test } from 'vitest'
import { removeExpired } from './remove-expired.ts'

test('one that cannot be deleted does not block those behind it, also in later batches, and is reported', async () => {
  const ids = Array.from({ length: 7 }, (_, n) => `id-${n}`)
  const removed: string[] = []
  const work = removeExpired({
    next: async (after = '') =>
      ids
        .filter((id) => id > after && !removed.includes(id))
        .slice(0, 3)
        .map((id) => ({ id })),
    remove: async ({ id }) => {
      if (id === 'id-1' || id === 'id-2') throw new Error(`no ${id}`)
      removed.push(id)
    },
  })
  await expect(work).rejects.toMatchObject({
    message: '2 could not be deleted',
    errors: [new Error('no id-1'), new Error('no id-2')],
  })
  expect(removed).toEqual(['id-0', 'id-3', 'id-4', 'id-5', 'id-6'])
})

import { renderToString } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { type Deleting, useDeleting } from './use-deleting.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Rendered once and never again, as for a person who is faster than the screen. */
function rendered(): Deleting {
  let deleting: Deleting | undefined
  function Screen() {
    deleting = useDeleting(() => Promise.resolve())
    return null
  }
  renderToString(<Screen />)
  return deleting!
}

test('two deletions within a second both run, and a finding chosen twice is deleted once', async () => {
  vi.useFakeTimers()
  const deleted: unknown[] = []
  vi.stubGlobal('fetch', (_: string, { body }: { body: string }) => {
    deleted.push(JSON.parse(body))
    return Promise.resolve(Response.json({ message: '', deleted: 1 }))
  })
  const { remove } = rendered()
  const scope = { company: 'c', brand: 'b', platform: 'domain' }
  remove({ scope, ids: ['one', 'two'] })
  await vi.advanceTimersByTimeAsync(500)
  remove({ scope: { ...scope, platform: 'website' }, ids: ['two', 'three'] })
  await vi.advanceTimersByTimeAsync(999)
  expect(deleted).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(deleted).toEqual([
    { ...scope, data: ['one', 'two'] },
    { ...scope, platform: 'website', data: ['three'] },
  ])
})

import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { CallFailed } from '#kit/web/call.ts'
import { reloadAfterOutage } from './reload-after-outage.ts'

afterEach(() => vi.unstubAllGlobals())

/** A list on a screen that fails with `status` at first; `checks` are the answers to the checks of readiness. */
async function callsOf(status: number, checks: number[]): Promise<number> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  let calls = 0
  const answers = [...checks]
  vi.stubGlobal('fetch', () => Promise.resolve(new Response('', { status: answers.shift() ?? 200 })))
  reloadAfterOutage(client, 1)
  const load = () => (++calls === 1 ? Promise.reject(new CallFailed(status, {})) : Promise.resolve('rows'))
  const end = new QueryObserver(client, { queryKey: ['list'], queryFn: load }).subscribe(() => undefined)
  await vi.waitFor(() => expect(client.isFetching()).toBe(0))
  await new Promise((resolve) => setTimeout(resolve, 50))
  end()
  return calls
}

test('only what failed during an outage is loaded again, and only when it is over', async () => {
  expect(await callsOf(503, [503, 503, 200])).toBe(2)
  expect(await callsOf(503, [200])).toBe(1)
  expect(await callsOf(500, [503, 200])).toBe(1)
})

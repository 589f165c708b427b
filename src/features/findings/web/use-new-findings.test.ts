import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { areNewer, noteNewFindings } from './use-new-findings.ts'

afterEach(() => void vi.useRealTimers())

const arrivals = (client: QueryClient) => client.getQueriesData<Record<string, number>>({})[0]![1]!

test('findings are new to the lists of their brand that were requested before they were added', () => {
  vi.useFakeTimers({ now: 1000 })
  const client = new QueryClient()
  noteNewFindings(client, { platform: 'domain', brand: 'own' })
  vi.setSystemTime(2000)
  noteNewFindings(client, { platform: 'domain', brand: 'other' })
  const known = arrivals(client)
  expect(areNewer(known, ['own'], 900)).toBe(true)
  // The list was requested after that, such as on the way to its screen.
  expect(areNewer(known, ['own'], 1500)).toBe(false)
  expect(areNewer(known, ['own', 'other'], 1500)).toBe(true)
  expect(areNewer(known, ['third'], 0)).toBe(false)
  expect(areNewer({}, ['own'], 0)).toBe(false)
})

import { afterEach, expect, test, vi } from 'vitest'
import { rowsPerCall } from '#features/staging-rows/contract.ts'
import { readReview, shownRows } from './use-review.ts'

afterEach(() => vi.unstubAllGlobals())

const scope = { company: 'c', brand: 'b', platform: 'domain' } as const

test('S-059 a draft that does not fit into the sheet of all drafts is read when it is chosen', async () => {
  const drafts = [
    { id: 'large', fileName: 'Large', rows: rowsPerCall },
    { id: 'small', fileName: 'Small', rows: 2 },
  ]
  vi.stubGlobal('fetch', (address: string, { body }: { body?: string }) => {
    const id = /(large|small)/.exec(`${address} ${body ?? ''}`)?.[1]
    const draft = drafts.find((one) => one.id === id)
    const draftItems = Array.from({ length: draft?.rows ?? 0 }, (_, n) => ({ data: { domain: `${id}${n}.example` } }))
    return Promise.resolve(Response.json(draft ? { draft, draftItems } : drafts))
  })
  const all = await readReview(scope, undefined)
  expect([all.isCut, shownRows(all, undefined).length, shownRows(all, 'small').length]).toEqual([true, rowsPerCall, 0])
  const chosen = await readReview(scope, 'small')
  expect(shownRows(chosen, 'small').map(({ domain, draft, sn }) => [domain, draft, sn])).toEqual([
    ['small0.example', 'Small', 1],
    ['small1.example', 'Small', 2],
  ])
  expect(shownRows(chosen, undefined)).toHaveLength(rowsPerCall)
  expect(shownRows(chosen, 'large')).toHaveLength(rowsPerCall)
})

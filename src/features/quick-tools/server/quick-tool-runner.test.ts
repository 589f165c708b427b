import { expect, test } from 'vitest'
import type { ToolJob } from '#features/tool-jobs/server/tool-runner.ts'
import { BrowserError, type BrowserSession, type PageVisit } from '#kit/server/browser/types.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { quickToolRunner } from './quick-tool-runner.ts'
import type { SourceDeps } from './source-deps.ts'

test('a job of many screenshots gives its browser to others that wait, and holds none before its first page', async () => {
  const [opened, closed]: [number[], number[]] = [[], []]
  let pages = 0
  const openSession = (): Promise<BrowserSession> => {
    const number = opened.push(pages)
    const visit = (address: string) => {
      if (pages++ % 2 === 1) return Promise.reject(new BrowserError('time', 'The page took too long'))
      const picture = Buffer.from('png')
      return Promise.resolve({ finalAddress: address, status: 200, title: '', takenAt: '', picture } as PageVisit)
    }
    return Promise.resolve({
      visit,
      close: () => {
        closed.push(number)
        return Promise.resolve()
      },
    })
  }
  const app = {
    browser: { missing: () => Promise.resolve(undefined), openSession },
    politeness: { visit: (_address: string, _options: object, work: () => Promise<unknown>) => work() },
  } as unknown as AppContext
  const job = { tool: 'screenshot', options: {}, createdAt: '2026-11-22' } as ToolJob
  const { signal } = new AbortController()
  const tool = await quickToolRunner({} as SourceDeps).open(app, job, { session: {} as Session, signal })
  expect(opened).toEqual([])
  for (let row = 1; row <= 41; row++) await tool.processRow('shop.example', row, signal).catch(() => undefined)
  expect([opened, closed]).toEqual([
    [0, 20, 40],
    [1, 2],
  ])
  await tool.close()
  expect(closed).toEqual([1, 2, 3])
})

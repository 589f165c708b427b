import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserOptions, openBrowser } from './open-browser.ts'
import type { BrowserLimits } from './run-browser.ts'
import { BrowserError, type BrowserReason, type BrowserService } from './types.ts'

export type PageRoute = (answer: ServerResponse, request: IncomingMessage) => unknown

/** A local web server for tests: a page for each path; counts what it is asked for. */
export type TestPages = { base: string; port: number; requests: string[]; close: () => Promise<void> }

/** Serves `routes`; a text is an HTML page. Other paths are 404. */
export async function serveTestPages(
  routes: Record<string, string | PageRoute>,
  host = '127.0.0.1',
): Promise<TestPages> {
  const requests: string[] = []
  const server: Server = createServer((request, answer) => {
    answer.on('error', () => undefined)
    const path = request.url!.split('?')[0]!
    requests.push(request.url!)
    const route = routes[path]
    if (typeof route === 'function') return void route(answer, request)
    answer.writeHead(route === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
    answer.end(route ?? 'not found')
  })
  await new Promise<void>((ready) => server.listen(0, host, ready))
  const { port } = server.address() as AddressInfo
  return {
    base: `http://127.0.0.1:${port}`,
    port,
    requests,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

type TestLimits = Partial<BrowserLimits> &
  Partial<Pick<BrowserOptions, 'browsers' | 'egress' | 'chromePath' | 'environment' | 'proxy'>>

/** A browser for tests, which may reach this machine unless `egress` says otherwise. */
export function openTestBrowser({
  browsers = 2,
  egress = { allowLoopback: true },
  ...rest
}: TestLimits = {}): BrowserService {
  const { chromePath, environment = {}, proxy, ...limits } = rest
  return openBrowser({
    chromePath,
    proxy,
    environment,
    folder: join(tmpdir(), 'brandkeep-test-browser'),
    browsers,
    software: 'Test Console',
    limits: { seconds: 30, pageBytes: 20_000_000, memoryBytes: 1_000_000_000, userAgent: undefined, ...limits },
    egress,
  })
}

/** Why a call was rejected; what else it was rejected with is passed on. */
export async function reasonOf(work: Promise<unknown>): Promise<BrowserReason | 'fine'> {
  try {
    await work
    return 'fine'
  } catch (problem) {
    if (problem instanceof BrowserError) return problem.reason
    throw problem
  }
}

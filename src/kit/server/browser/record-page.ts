import type { CDPSession, Page } from 'playwright-core'
import type { PageVisit } from './types.ts'
import { type Exchange, writeWarc } from './warc.ts'

/** Maximum size of one decoded response, of all together, and their number. */
const MAX_BODY = 10_000_000
const MAX_BODIES = 40_000_000
const MAX_EXCHANGES = 2000
/** Bodies that the browser has not handed over by then are left out. */
const PATIENCE_MS = 5000

/** Keeps every response that a page gets. */
export type PageRecorder = {
  /** The page as a WACZ file, with the picture of the visit in it. */
  archive: (visit: Pick<PageVisit, 'finalAddress' | 'title' | 'takenAt' | 'picture'>) => Promise<Buffer>
}

/** Begins to record; call it before the page is opened. The archive says that `software` made it. */
export async function recordPage(page: Page, software: string): Promise<PageRecorder> {
  const session = await page.context().newCDPSession(page)
  const exchanges = new Map<string, Exchange>()
  const sizes = new Map<string, number>()
  const finished: Exchange[] = []
  const bodies = new Set<Promise<void>>()
  let bytes = 0
  const keep = (one: Exchange) => {
    if (finished.length < MAX_EXCHANGES) finished.push(one)
  }
  session.on('Network.requestWillBeSent', ({ redirectResponse }) => {
    if (redirectResponse) keep(exchangeOf(redirectResponse, Buffer.alloc(0)))
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    exchanges.set(requestId, exchangeOf(response, undefined))
  })
  session.on('Network.dataReceived', ({ requestId, dataLength }) => {
    sizes.set(requestId, (sizes.get(requestId) ?? 0) + dataLength)
  })
  session.on('Network.loadingFinished', ({ requestId }) => {
    const one = exchanges.get(requestId)
    const size = sizes.get(requestId) ?? 0
    exchanges.delete(requestId)
    sizes.delete(requestId)
    if (!one || !/^https?:/.test(one.address)) return
    keep(one)
    if (size > MAX_BODY || bytes + size > MAX_BODIES) return
    bytes += size
    const body = bodyOf(session, requestId).then((content) => {
      one.body = content
    })
    bodies.add(body)
    void body.finally(() => bodies.delete(body))
  })
  await session.send('Network.enable', { maxTotalBufferSize: MAX_BODIES, maxResourceBufferSize: MAX_BODY })
  return {
    archive: async ({ finalAddress, title, takenAt, picture }) => {
      let timer: NodeJS.Timeout | undefined
      const patience = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS)))
      await Promise.race([Promise.allSettled(bodies), patience])
      clearTimeout(timer)
      const at = new Date(takenAt)
      const warc = await writeWarc(finished, { software, picture: { address: finalAddress, png: picture, at } })
      const { packWacz } = await import('./wacz.ts')
      return packWacz(warc, { address: finalAddress, title, at, software })
    },
  }
}

type NetworkResponse = { url: string; status: number; statusText: string; headers: Record<string, string> }

function exchangeOf({ url, status, statusText, headers }: NetworkResponse, body: Buffer | undefined): Exchange {
  return {
    address: url.split('#')[0]!,
    status,
    statusText,
    // Several headers of one name are one entry with line breaks.
    headers: Object.entries(headers).flatMap(([name, value]) => value.split('\n').map((one) => [name, one] as const)),
    body,
    at: new Date(),
  }
}

async function bodyOf(session: CDPSession, requestId: string): Promise<Buffer | undefined> {
  try {
    const { body, base64Encoded } = await session.send('Network.getResponseBody', { requestId })
    return Buffer.from(body, base64Encoded ? 'base64' : 'utf8')
  } catch {
    // Dropped by the browser: too large, or of a document that is gone.
    return undefined
  }
}

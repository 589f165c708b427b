import { createHash } from 'node:crypto'
import type { Page } from 'playwright-core'
import type { BrowserProxy } from './browser-proxy.ts'
import type { OpenPage } from './open-page.ts'
import type { PageRecorder } from './record-page.ts'
import type { Certificate, PageVisit, VisitOptions } from './types.ts'

/** A picture of a whole page ends here, in CSS pixels; Chromium draws no taller surface. */
const MAX_HEIGHT = 16_000
const MAX_HTML = 8_000_000
const MAX_TEXT = 1_000_000

type Capture = { address: string; options: VisitOptions; proxy: BrowserProxy; recorder: PageRecorder | undefined }

/** What is shown now, with its way there, picture and sums. */
export async function capturePage(open: OpenPage, { address, options, proxy, recorder }: Capture): Promise<PageVisit> {
  const { page, documents } = open
  const takenAt = new Date().toISOString()
  const { title, html, text, height } = await readDocument(page)
  const picture = await takePicture(page, { height, fullPage: options.fullPage ?? false })
  const final = documents.at(-1)
  const finalAddress = page.url()
  const archive = await recorder?.archive({ finalAddress, title, takenAt, picture })
  return {
    address,
    finalAddress,
    redirects: documents.slice(0, -1).map((one) => ({ status: one.status, address: one.address })),
    status: final?.status ?? null,
    headers: final ? await final.response.allHeaders() : {},
    ipAddress: proxy.addressOf(URL.canParse(finalAddress) ? new URL(finalAddress).hostname : '') ?? null,
    certificate: final ? certificateOf(await final.response.securityDetails()) : null,
    title,
    html,
    text,
    popups: open.popups(),
    takenAt,
    picture,
    ...(archive ? { archive } : {}),
    sha256: { picture: sha256(picture), html: sha256(html), ...(archive ? { archive: sha256(archive) } : {}) },
  }
}

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')

type ReadDocument = { title: string; html: string; text: string; height: number }

/** Reads the document in a world of its own, where no script of the page can change what reading returns. */
async function readDocument(page: Page): Promise<ReadDocument> {
  const session = await page.context().newCDPSession(page)
  try {
    const { frameTree } = await session.send('Page.getFrameTree')
    const { executionContextId } = await session.send('Page.createIsolatedWorld', { frameId: frameTree.frame.id })
    const { result } = await session.send('Runtime.evaluate', {
      contextId: executionContextId,
      returnByValue: true,
      expression: `({
        title: document.title.slice(0, 1000),
        html: (document.documentElement?.outerHTML ?? '').slice(0, ${MAX_HTML}),
        text: (document.body?.innerText ?? '').slice(0, ${MAX_TEXT}),
        height: Math.max(document.documentElement?.scrollHeight ?? 0, document.body?.scrollHeight ?? 0),
      })`,
    })
    return result.value as ReadDocument
  } finally {
    await session.detach().catch(() => undefined)
  }
}

async function takePicture(page: Page, { height, fullPage }: { height: number; fullPage: boolean }): Promise<Buffer> {
  const { width, height: shown } = page.viewportSize()!
  const isTall = fullPage && height > MAX_HEIGHT
  return page.screenshot({
    type: 'png',
    fullPage,
    animations: 'disabled',
    caret: 'initial',
    timeout: 0,
    ...(isTall ? { clip: { x: 0, y: 0, width, height: Math.max(shown, MAX_HEIGHT) } } : {}),
  })
}

type SecurityDetails = { issuer?: string; subjectName?: string; validFrom?: number; validTo?: number } | null

function certificateOf(details: SecurityDetails): Certificate | null {
  if (!details?.validTo) return null
  const day = (seconds: number | undefined) => (seconds ? new Date(seconds * 1000).toISOString() : '')
  return {
    issuer: details.issuer ?? '',
    subject: details.subjectName ?? '',
    validFrom: day(details.validFrom),
    validTo: day(details.validTo),
  }
}

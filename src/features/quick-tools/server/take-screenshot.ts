import { messages, sheetTexts } from '#features/quick-tools/messages.ts'
import { RowRefused, type RowResult } from '#features/tool-jobs/server/tool-runner.ts'
import { BrowserError, type BrowserSession, type VisitOptions } from '#kit/server/browser/types.ts'
import { visitOrHttp } from '#kit/server/browser/visit-or-http.ts'
import { RequestNotSent, type Politeness } from '#kit/server/politeness.ts'
import { isWebAddress, refangAddress } from '#vocabulary/addresses.ts'
import { truncate } from '#vocabulary/truncate.ts'

export const screenshotColumns = ['url', 'finalUrl', 'httpStatus', 'title', 'file', 'takenAt', 'result'] as const

type Deps = { session: Pick<BrowserSession, 'visit'>; politeness: Pick<Politeness, 'visit'> }

/**
 * A picture of a page, named after its line and host, and what was seen (G86). At the pace that all visits of a host
 * share; robots.txt is not asked, because a person chose each of these pages.
 */
export async function takeScreenshot(
  { session, politeness }: Deps,
  { line, row }: { line: string; row: number },
  options: VisitOptions,
): Promise<RowResult> {
  const address = refangAddress(line)
  const orHttp = !/^https?:\/\//i.test(address)
  const url = orHttp ? `https://${address}` : address
  if (!isWebAddress(url)) throw new RowRefused(messages.notWebAddress)
  try {
    const visit = await politeness.visit(
      url,
      { robots: false, ...(options.signal && { signal: options.signal }) },
      () => visitOrHttp(session, url, { ...options, orHttp }),
    )
    const name = `${String(row).padStart(4, '0')}-${plainName(new URL(visit.finalAddress).hostname)}.png`
    return {
      records: [
        {
          url: line,
          finalUrl: visit.finalAddress,
          httpStatus: visit.status ?? '',
          title: truncate(visit.title, 300),
          file: name,
          takenAt: visit.takenAt,
          result: sheetTexts.ok,
        },
      ],
      files: [{ name, mediaType: 'image/png', bytes: visit.picture }],
    }
  } catch (problem) {
    if (!(problem instanceof BrowserError || problem instanceof RequestNotSent)) throw problem
    // A browser that went away with the job is not the page's fault.
    options.signal?.throwIfAborted()
    throw new RowRefused(problem.message)
  }
}

/** A host as part of a file name that any system can unpack. */
const plainName = (host: string): string =>
  host
    .replace(/[^a-z0-9]+/gi, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 80) || 'page'

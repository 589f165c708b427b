import { BrowserError, type BrowserSession, type PageVisit, type VisitOptions } from './types.ts'

/**
 * Opens a page; where nothing answers by HTTPS and `orHttp`, by HTTP. For addresses that were written without a protocol:
 * many shops and look-alikes have no certificate.
 */
export async function visitOrHttp(
  session: Pick<BrowserSession, 'visit'>,
  address: string,
  { orHttp, ...options }: VisitOptions & { orHttp: boolean },
): Promise<PageVisit> {
  try {
    return await session.visit(address, options)
  } catch (problem) {
    const isUnanswered = problem instanceof BrowserError && problem.reason === 'unreached'
    if (!orHttp || !isUnanswered || !address.startsWith('https:')) throw problem
    return session.visit(address.replace(/^https:/, 'http:'), options)
  }
}

import { takeServerTurn } from '#features/contacts/server/server-turns.ts'
import { messages, sheetTexts } from '#features/quick-tools/messages.ts'
import { visitAddress } from '#features/revisits/server/visit-address.ts'
import { RowRefused, type RowResult } from '#features/tool-jobs/server/tool-runner.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import type { SourceDeps } from './source-deps.ts'

export const scanColumns = ['brand', 'link', 'status', 'checkedAt', 'httpStatus', 'online'] as const

/** Seconds between two visits of Facebook by any job. */
const secondsBetween = 3
/** The page that stands in place of what was removed or is shown to few. */
const goneText =
  /this content isn.t available|content (is )?not found|page isn.t available|link you followed may be broken|may have been removed/i

/** Where Facebook sends people who must sign in, and what it says there; 'Login Shop' is somebody's page. */
const signInPath = /^\/(login|checkpoint|authwall)(\.php)?(\/|$)/
const signInTitle =
  /^(log|sign) ?in( to (facebook|continue|view|see)\b.*| [|–-] facebook)?$|log into facebook|(log|sign) in,? or sign up/i

/** Whether a stored finding on Facebook is still online, removed, or only seen by people who sign in (G86). */
export async function scanFinding(
  app: AppContext,
  deps: SourceDeps,
  finding: Record<string, string>,
  signal: AbortSignal,
): Promise<RowResult> {
  const gap = secondsBetween * (deps.pace ?? 1)
  if (!(await takeServerTurn(app.db, 'www.facebook.com', { gap, seconds: 300, signal })))
    throw new RowRefused('Facebook asked to wait')
  const visit = await visitAddress(deps, finding['link'] ?? '', [])
  // That Facebook itself does not answer says nothing about one of its pages.
  if (visit.statusCode === null) throw new RowRefused(messages.unreached('Facebook', visit.reason))
  return {
    records: [
      {
        brand: finding['brand'] ?? '',
        link: finding['link'] ?? '',
        status: statusDisplay(finding['status'] ?? '').name,
        checkedAt: new Date().toISOString(),
        httpStatus: visit.statusCode ?? '',
        online: stateOf(visit),
      },
    ],
  }
}

function stateOf({
  side,
  outcome,
  statusCode,
  finalAddress,
  title,
  excerpt,
  reason,
}: Awaited<ReturnType<typeof visitAddress>>) {
  if (finalAddress !== null && signInPath.test(new URL(finalAddress).pathname)) return sheetTexts.loginNeeded
  if (side === 'down') return sheetTexts.removed
  if (goneText.test(`${title ?? ''} ${excerpt ?? ''}`)) return sheetTexts.removed
  if (signInTitle.test(title ?? '')) return sheetTexts.loginNeeded
  const isOk = statusCode !== null && statusCode >= 200 && statusCode < 300
  // A bot check or the home page in place of the page comes with status 200 as well.
  if (isOk && outcome !== 'undecided') return sheetTexts.online
  return `${sheetTexts.unknown}: ${reason}`
}

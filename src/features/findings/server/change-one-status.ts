import type { findingStatus } from '#features/findings/contract.ts'
import { findingNeedsClient } from '#features/findings/contract-jobs.ts'
import type { CallOutput, HandlerInput } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import type { LinkTo } from '#kit/server/files.ts'
import { momentOf } from '#kit/server/moment.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { invalid, notFound, Problem } from '#kit/server/problem.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { normaliseAddress } from '#vocabulary/addresses.ts'
import { mayMoveRow, rowChoices } from '#vocabulary/status-moves.ts'
import { clientReview, readStatus } from '#vocabulary/statuses.ts'
import { messages } from '#features/findings/messages.ts'
import { changeStatus } from './change-status.ts'
import { checkModule, checkScope, idIn, platformNamed } from './claims.ts'
import { type LockedFinding, lockFinding, platformOfFinding } from './locate-finding.ts'
import { logStatus } from './log-subject.ts'
import { readFindings } from './read-finding.ts'
import { statusBeforeChange } from './status-queries.ts'
import { visible } from './visible.ts'

type Input = HandlerInput<typeof findingStatus.change>

/**
 * Changes the status of one finding by the row control (G41, G42, G67). 404 outside the caller's scope, 409 when it is
 * no longer in `statusfrom`, 422 for a move that is not allowed. Company, brand, url and module sent along are checked.
 */
export async function changeOneStatus(
  db: Db,
  session: Session,
  input: Input,
  linkTo: LinkTo,
): Promise<CallOutput<typeof findingStatus.change>> {
  const platform = await platformOfInput(db, input)
  const scope = visible(platform, session)
  const finding = await lockFinding(db, platform, scope, input.id)
  if (!finding) throw notFound()
  checkClaims(session, platform, finding, input)
  if (readStatus(input.statusfrom) !== finding.status) throw new Problem(409, messages.statusStale)
  if (rowChoices(session.role, platform.value, finding.status).length === 0)
    throw invalid({ status: messages.statusFixed })
  const to = readStatus(input.status)
  if (to === undefined || !mayMoveRow(session.role, platform.value, finding.status, to))
    throw invalid({ status: messages.statusNotValid })
  const moves = [{ id: finding.id, to }]
  const { moved } = await changeStatus(db, { platform, scope, actor: session, module: 'dashboard', moves })
  if (moved > 0) {
    await logStatus(db, session, { platform, finding, to })
    if (to === clientReview && isStaff(session)) await notifyClients(db, platform, finding)
  }
  return statusResponse(db, session, { platform, id: finding.id, linkTo })
}

/** Undo is offered for ten seconds after the response; the way to it and back is added. */
const undoSeconds = 15

/**
 * Undoes the caller's own change by the row control, identified by its moment: both changes stay in the log. 404 outside
 * the caller's scope, 409 when it is too old or somebody changed the finding since.
 */
export async function undoOneStatus(
  db: Db,
  session: Session,
  { id, moment }: HandlerInput<typeof findingStatus.undo>,
  linkTo: LinkTo,
): Promise<CallOutput<typeof findingStatus.undo>> {
  const platform = await platformOfInput(db, { id })
  const scope = visible(platform, session)
  const finding = await lockFinding(db, platform, scope, id)
  if (!finding) throw notFound()
  const own = { userId: session.userId, moment, seconds: undoSeconds }
  const to = await statusBeforeChange(db, { companyId: finding.company_id, id }, own)
  if (to === undefined) throw new Problem(409, messages.statusStale)
  await changeStatus(db, { platform, scope, actor: session, module: 'dashboard', moves: [{ id, to }] })
  await logStatus(db, session, { platform, finding, to })
  return statusResponse(db, session, { platform, id, linkTo })
}

/** The record as the list has it after the change. */
async function statusResponse(
  db: Db,
  session: Session,
  { platform, id, linkTo }: { platform: FindingPlatformDefinition; id: string; linkTo: LinkTo },
): Promise<CallOutput<typeof findingStatus.change>> {
  const { docs } = await readFindings(db, session, { platform, ids: [id], linkTo })
  const [record] = docs
  if (!record) throw notFound()
  return { message: messages.statusSaved, data: record, moment: await momentOf(db) }
}

async function platformOfInput(
  db: Db,
  { id, platform }: Pick<Input, 'id' | 'platform'>,
): Promise<FindingPlatformDefinition> {
  if (platform !== undefined && platform !== '') return platformNamed(platform)
  const stored = await platformOfFinding(db, id)
  const found = stored === undefined ? undefined : platformOf(stored)
  if (!found) throw notFound()
  return found
}

/** Company, brand, url and module must match the record (G67); a company or brand outside the scope is 403 (G38). */
function checkClaims(
  session: Session,
  platform: FindingPlatformDefinition,
  finding: LockedFinding,
  input: Input,
): void {
  const company = idIn(input.company)
  const brand = idIn(input.brand)
  checkScope(session, company, brand)
  if (company !== undefined && company !== finding.company_id) throw invalid({ company: messages.companyNotValid })
  if (brand !== undefined && brand !== finding.brand_id) throw invalid({ brand: messages.brandNotValid })
  const { url, module } = input
  if (typeof url === 'string' && url !== '' && normaliseAddress(url) !== normaliseAddress(finding.identity))
    throw invalid({ url: messages.urlNotValid })
  checkModule(platform, module)
}

/** Tells the brand's clients that staff ask for their review (G53 b). */
export async function notifyClients(
  db: Db,
  platform: FindingPlatformDefinition,
  finding: LockedFinding,
): Promise<void> {
  await enqueue(db, findingNeedsClient, {
    companyId: finding.company_id,
    brandId: finding.brand_id,
    platform: platform.value,
    findingIds: [finding.id],
    status: clientReview,
  })
}

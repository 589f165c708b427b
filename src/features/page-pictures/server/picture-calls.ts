import { ownFiles } from '#features/files/server/own-files.ts'
import { loggedFindings } from '#features/findings/server/log-subject.ts'
import { notifyFindingsChanged } from '#features/findings/server/live.ts'
import { visible } from '#features/findings/server/visible.ts'
import { pictureChanges } from '#features/editing/messages.ts'
import { type pagePictures, takePagePicture } from '#features/page-pictures/contract.ts'
import { messages } from '#features/page-pictures/messages.ts'
import { pageAddress } from '#features/scrapers/server/page-address.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { type Actor, logDataChange } from '#kit/server/audit.ts'
import type { Db } from '#kit/server/db.ts'
import { distinctIds } from '#kit/server/distinct-ids.ts'
import { keyOfLink } from '#kit/server/files.ts'
import { enqueueMany } from '#kit/server/jobs.ts'
import { invalid, notFound, Problem } from '#kit/server/problem.ts'
import type { AppContext, Call } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import * as queries from './queries.ts'

/** Minutes for which a request waits; then another one may be made. */
export const waitMinutes = 15
/** Requests of one person that may wait: a browser takes some seconds for each. */
const mostWaiting = 200

type Calls = typeof pagePictures

/** Whether a finding has a picture, and the last request to take one. 404 out of scope. */
export async function readState(
  db: Db,
  session: Session,
  input: Call<Calls['ofFinding']>['input'],
): Promise<CallOutput<Calls['ofFinding']>> {
  const [finding] = await findingsInScope(db, session, input.platform, [input.id])
  const last = await queries.lastRequest(db, finding!, waitMinutes)
  const request = last && {
    isWaiting: last.state === 'waiting' && !last.isOverdue,
    requestedAt: last.requestedAt,
    problem: last.isOverdue ? messages.notTaken : last.problem,
  }
  return { hasPicture: finding!.hasPicture, request: request ?? null }
}

/**
 * Requests pictures of those findings that have none; the others are skipped and counted. 404 if one is not in scope, 409
 * when nothing is left, 429 while too many of this person wait.
 */
export async function requestPictures({
  db,
  session,
  input: { platform, ids },
}: Call<Calls['take']>): Promise<CallOutput<Calls['take']>> {
  const findings = await findingsInScope(db, session, platform, ids)
  const wanted = findings.filter((one) => !one.hasPicture && pageAddress(one.address) !== undefined)
  if (wanted.length === 0) throw new Problem(409, whyNone(findings))
  const added = wanted.filter(({ isWaiting }) => !isWaiting)
  if ((await queries.waitingOf(db, session.userId, waitMinutes)) + added.length > mostWaiting)
    throw new Problem(429, messages.tooMany(mostWaiting))
  const requests = await queries.addRequests(db, added, session.userId)
  await enqueueMany(db, takePagePicture, requests)
  const skipped = findings.length - wanted.length
  return { message: messages.requested(wanted.length, skipped), requested: wanted.length, skipped }
}

const whyNone = (findings: readonly queries.Photographed[]): string =>
  findings.length > 1 ? messages.nothingToTake : findings[0]!.hasPicture ? messages.hasPicture : messages.noPage

/**
 * Gives a finding a picture that the caller has stored. 404 out of scope, 409 where it has a picture, 422 for a file that is
 * no picture or not the caller's.
 */
export async function addPicture(
  app: AppContext,
  { db, session, input: { platform, id, picture } }: Call<Calls['add']>,
): Promise<CallOutput<Calls['add']>> {
  const [finding] = await findingsInScope(db, session, platform, [id])
  const { bucket } = app.files
  const key = keyOfLink(picture)
  const keys = key === undefined ? [] : [key]
  const [file] = (await ownFiles(db, { bucket, purpose: 'images', userId: session.userId, keys })) ?? []
  if (!file?.mediaType.startsWith('image/')) throw invalid({ picture: messages.pictureNotValid })
  const given = { name: file.name, bucket, key: file.key }
  if (!(await givePicture(db, finding!, { platform, actor: session, picture: given, change: pictureChanges.added })))
    throw new Problem(409, messages.hasPicture)
  return { message: messages.added }
}

type Given = {
  platform: FindingPlatformDefinition
  actor: Actor & { userId: string }
  picture: queries.GivenPicture
  change: string
}

/** Gives a finding without a stored picture this one, in its thread and in the data log too; false where it has one. */
export async function givePicture(
  db: Db,
  finding: queries.FindingRef,
  { platform, actor, picture, change }: Given,
): Promise<boolean> {
  const given = await queries.givePicture(db, finding, { picture, userId: actor.userId, change })
  if (!given) return false
  const { companyId, findingId } = finding
  await notifyFindingsChanged(db, { platform: platform.value, brandId: given.brandId, findingIds: [findingId] })
  const subject = await loggedFindings(db, [findingId])
  const changes = [{ field: platform.columns['image']!.label, before: given.before, after: change }]
  await logDataChange(db, actor, { type: 'update', model: platform.model, total: 1, ...subject, companyId, changes })
  return true
}

/** All of these findings; 404 if one is not in scope. */
async function findingsInScope(
  db: Db,
  session: Session,
  platform: FindingPlatformDefinition,
  given: readonly string[],
): Promise<queries.Photographed[]> {
  const ids = distinctIds(given)
  const found = await queries.findingsOf(db, platform, { scope: visible(platform, session), ids, minutes: waitMinutes })
  if (found.length < ids.length) throw notFound()
  return found
}

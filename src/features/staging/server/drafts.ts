import type { Draft } from '#features/staging/contract-schemas.ts'
import { messages } from '#features/staging/messages.ts'
import { openDrafts, submittedDays } from '#features/staging/rules.ts'
import { notifyStaff } from '#features/notifications/server/notify-staff.ts'
import { draftsModel } from '#features/notifications/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { invalid, Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { today } from '#vocabulary/dates.ts'
import { notifyDraft, notifyPresence, type Presence } from './live.ts'
import { type DraftScope, type GivenScope, requireDraft, scopeOf } from './open-draft.ts'
import * as queries from './queries.ts'

/** The drafts of a brand and platform (S-212): the open ones, and with `submitted` those of the last 90 days. */
export async function listDrafts(db: Db, given: GivenScope & { submitted?: boolean | undefined }): Promise<Draft[]> {
  const { brandId, platform } = await scopeOf(db, given)
  return queries.draftsOf(db, { brandId, platform: platform.value, submittedDays: given.submitted ? submittedDays : 0 })
}

/** Begins a draft (S-214). Repeating the call with the same id changes nothing. */
export async function beginDraft(
  db: Db,
  session: Session,
  { given, id = newId(), zone }: { given: GivenScope; id?: string | undefined; zone: string },
): Promise<{ _id: string; fileName: string }> {
  const scope = await scopeOf(db, given)
  const { companyId, brandId } = scope
  const platform = scope.platform.value
  const { userId } = session
  const begun = async () => {
    const known = await queries.findDraft(db, id, { isRead: true })
    if (known && (known.createdBy !== userId || known.brandId !== brandId || known.platform !== platform))
      throw invalid({ _id: 'Id is not valid' })
    return known && { _id: id, fileName: known.fileName }
  }
  const before = await begun()
  if (before) return before
  if ((await queries.countOpenDrafts(db, { brandId, platform })) >= openDrafts)
    throw invalid({ brand: messages.tooManyDrafts(openDrafts) })
  const fileName = fileNameOf(scope, zone, new Date())
  if (await queries.insertDraft(db, { id, companyId, brandId, platform, fileName, userId })) {
    await notifyDraft(db, { draft: id, brand: brandId, platform, kind: 'begun', by: userId })
    return { _id: id, fileName }
  }
  // Another call with this id came first, or it is that of a draft whose brand was deleted.
  const meanwhile = await begun()
  if (!meanwhile) throw invalid({ _id: 'Id is not valid' })
  return meanwhile
}

/** '{brand}_{platform}_{YYYYMMDD-HHmmss}' in the business time zone (G80). */
export function fileNameOf(
  { brandName, platform }: Pick<DraftScope, 'brandName' | 'platform'>,
  zone: string,
  at: Date,
): string {
  const time = new Intl.DateTimeFormat('en-GB', { timeZone: zone, timeStyle: 'medium', hourCycle: 'h23' }).format(at)
  return `${brandName}_${platform.value}_${today(zone, at).replaceAll('-', '')}-${time.replaceAll(':', '')}`
}

/** Sends an open draft back with a remark, of which whoever began it is notified. Throws 404, 409 when it was submitted. */
export async function sendDraftBack(
  db: Db,
  session: Session,
  { draftId, remark }: { draftId: string; remark: string },
): Promise<void> {
  const draft = await requireDraft(db, draftId)
  if (draft.isSubmitted) throw new Problem(409, messages.alreadySubmitted)
  const { userId } = session
  const { companyId, brandId, platform, fileName } = draft
  await queries.setRemark(db, { id: draftId, userId, remark })
  const text = messages.notice({ fileName, by: await queries.personName(db, userId), remark })
  const notice = { id: newId(), companyId, brandId, platform, model: draftsModel, text, findingIds: [], draftId }
  await notifyStaff(db, notice, draft.createdBy)
  await notifyDraft(db, { draft: draftId, brand: brandId, platform, kind: 'sent back', by: userId })
}

/** Tells the others in a draft where the caller is (not stored). Throws 404. */
export async function sendPresence(
  db: Db,
  session: Session,
  at: {
    draftId: string
    kind: Presence['kind']
    tab: string
    row?: string | null | undefined
    sn?: number | null | undefined
  },
): Promise<void> {
  const { id } = await requireDraft(db, at.draftId, { isRead: true })
  const { userId, firstName, lastName, username } = session
  await notifyPresence(db, {
    draft: id,
    kind: at.kind,
    userId,
    name: `${firstName} ${lastName}`.trim() || username,
    tab: at.tab,
    row: at.row ?? '',
    sn: at.sn ? String(at.sn) : '',
  })
}

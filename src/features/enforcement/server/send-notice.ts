import type { EnforcementRecord } from '#features/enforcement/contract-schemas.ts'
import { messages } from '#features/enforcement/messages.ts'
import { configurationFor, type NoticeConfiguration } from '#features/enforcement-config/server/configuration-for.ts'
import { visible } from '#features/findings/server/visible.ts'
import type { Sender } from '#features/notices/server/compose-report.ts'
import type { Db } from '#kit/server/db.ts'
import type { FileStore } from '#kit/server/files.ts'
import { newId } from '#kit/server/id.ts'
import { distinctIds } from '#kit/server/distinct-ids.ts'
import { Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { lockAllFindings, recordsByIds } from './enforce-findings.ts'
import { draftOf, enqueueNotices } from './enqueue-notices.ts'
import { alreadySent, type LockedFinding, saveContact } from './queries.ts'
import type { NoticeFields } from './read-fields.ts'

/** The common parameters of one or many notices. */
export type SendNoticeInput = {
  platform: FindingPlatformDefinition
  fields: NoticeFields
  /** The sender named in the XARF report. */
  sender: Sender
  files: FileStore
  /** Why an Admin sends an incomplete notice. */
  override?: string | undefined
  /** For how many seconds it can be recalled. */
  recallSeconds: number
}

/**
 * Sends one notice (S-205): record, status 11, log and email are written in one transaction and sent after it.
 * 404 without finding or configuration, 409 when the same notice is queued or was sent, 422 for invalid fields.
 */
export async function sendNotice(
  db: Db,
  session: Session,
  input: SendNoticeInput & { id: string },
): Promise<{ message: string; data: EnforcementRecord[]; recallSeconds: number }> {
  const { platform, id, recallSeconds } = input
  const lockedFindings = await lockAllFindings(db, session, platform, [id])
  if ((await alreadySent(db, lockedFindings, input.fields)).length > 0) throw new Problem(409, messages.alreadySent)
  const recordIds = await enqueueFor(db, session, input, lockedFindings)
  const data = await recordsByIds(db, visible(platform, session), id, recordIds)
  return { message: messages.onItsWay, data, recallSeconds }
}

/** The result of a bulk send, as the API returns it. */
export type BulkOutcome = { message: string; batch: string; queued: number; skipped: number; recallSeconds: number }

/**
 * Sends one notice for each of the findings (S-206), all or none. Findings whose same notice is queued or was sent are
 * skipped and counted; 409 when that is all of them. `batch` is the id for the progress call.
 */
export async function sendNotices(
  db: Db,
  session: Session,
  input: SendNoticeInput & { recordIds: readonly string[] },
): Promise<BulkOutcome> {
  const ids = distinctIds(input.recordIds)
  const lockedFindings = await lockAllFindings(db, session, input.platform, ids)
  const sent = new Set(await alreadySent(db, lockedFindings, input.fields))
  const unsent = lockedFindings.filter(({ id }) => !sent.has(id))
  if (unsent.length === 0) throw new Problem(409, messages.alreadySent)
  const batch = newId()
  await enqueueFor(db, session, input, unsent, batch)
  const [queued, skipped] = [unsent.length, sent.size]
  return { message: messages.onTheirWay(queued, skipped), batch, queued, skipped, recallSeconds: input.recallSeconds }
}

async function enqueueFor(
  db: Db,
  session: Session,
  { platform, fields, sender, files, override, recallSeconds }: SendNoticeInput,
  lockedFindings: readonly LockedFinding[],
  batchId?: string,
): Promise<string[]> {
  const configurations = await configurationsOf(db, platform, lockedFindings)
  const drafts = lockedFindings.map((finding) =>
    draftOf(finding, fields, configurations.get(`${finding.company_id} ${finding.brand_id}`)!),
  )
  const overriddenBy = { userId: session.userId, role: session.role, reason: override }
  const scope = visible(platform, session)
  const { recordIds } = await enqueueNotices(
    db,
    { platform, scope, actor: session, sender, files, override: overriddenBy, batchId, recallSeconds },
    drafts,
  )
  await saveContact(db, session.userId, fields)
  return recordIds
}

/** The configurations of the findings' brands, by company and brand; 404 when a brand has none (G75). */
export async function configurationsOf(
  db: Db,
  platform: FindingPlatformDefinition,
  lockedFindings: readonly LockedFinding[],
) {
  const found = new Map<string, NoticeConfiguration>()
  for (const { company_id: companyId, brand_id: brandId } of lockedFindings) {
    const key = `${companyId} ${brandId}`
    if (found.has(key)) continue
    const configuration = await configurationFor(db, { companyId, brandId, platform: platform.value })
    if (!configuration) throw new Problem(404, messages.noConfiguration)
    found.set(key, configuration)
  }
  return found
}

import { type Scope } from '#features/findings/server/visible.ts'
import { messages } from '#features/notices/messages.ts'
import { type Desk, finalLacks, type Lack } from '#features/notices/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { invalid } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Day } from '#vocabulary/dates.ts'
import { type ExaminedCase, examine, summary } from './examine.ts'
import { addOverrides } from './queries.ts'

/** Who sends notices about findings of a platform. */
export type CheckParams = {
  platform: FindingPlatformDefinition
  scope: Scope
  /** Today in the business zone. */
  day: Day
  /** Undefined when Brandkeep sends automatically, which never overrides. */
  session: Pick<Session, 'userId' | 'role'> | undefined
  override: string | undefined
}

/** A notice to check: to whose desk it goes. */
export type NoticeToCheck = { findingId: string; recordId: string; desk: Desk }

/** What the check found about each finding, and what stores the overrides; call that after the records are written. */
export type CheckedNotices = {
  cases: ReadonlyMap<string, ExaminedCase>
  saveOverrides: (db: Db) => Promise<void>
}

/**
 * The last check before notices are sent by email or submitted through a form: 422 names what is missing, unless an Admin
 * gave a reason to override; what is no abuse cannot be overridden.
 */
export async function checkNotices(
  db: Db,
  { platform, scope, day, session, override }: CheckParams,
  notices: readonly NoticeToCheck[],
): Promise<CheckedNotices> {
  const deskOf = new Map(notices.map(({ findingId, desk }) => [findingId, desk]))
  const ids = notices.map(({ findingId }) => findingId)
  const examined = await examine(db, platform, { scope, ids, day, deskOf })
  refuseIncomplete(platform, examined, { override, isAdmin: session?.role === 'Admin' })
  const cases = new Map(examined.map((one) => [one.id, one]))
  const overridden = notices.flatMap(({ findingId, recordId }) => {
    const lacking: readonly Lack[] = cases.get(findingId)!.lacking
    return lacking.length === 0 ? [] : [{ enforcementId: recordId, missing: lacking }]
  })
  return {
    cases,
    saveOverrides: async (transactionDb) => {
      if (overridden.length > 0)
        await addOverrides(transactionDb, { userId: session!.userId, reason: override! }, overridden)
    },
  }
}

function refuseIncomplete(
  platform: FindingPlatformDefinition,
  examined: readonly ExaminedCase[],
  { override, isAdmin }: { override: string | undefined; isAdmin: boolean },
): void {
  const missing = summary(platform, examined)
  const isFinal = missing.some(({ lack }) => finalLacks.includes(lack))
  if (missing.length === 0 || (override !== undefined && isAdmin && !isFinal)) return
  throw invalid({
    ...Object.fromEntries(missing.map(({ lack, message }) => [lack, message])),
    ...(override === undefined || isAdmin ? {} : { overrideReason: messages.onlyAdmin }),
  })
}

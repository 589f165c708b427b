import { messages } from '#features/domain-search/messages.ts'
import { deleteFindings } from '#features/editing/server/delete-findings.ts'
import type { Db } from '#kit/server/db.ts'
import { Problem } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { platformOf } from '#platforms/all.ts'
import { logIgnored } from './log-ignored.ts'
import { readRecords, type Refused } from './read-records.ts'
import { type FindingState, lockFindings, reopenSearched } from './searched-queries.ts'
import type { Decided } from './take-action.ts'

const platform = platformOf('domain')!

/**
 * Takes decisions back: the domains are on the list again, and findings that they became are deleted, if nothing was done
 * with them since. Names those that could not be taken back, and why.
 */
export async function takeBack(db: Db, session: Session, recordIds: readonly string[]): Promise<Decided> {
  const { found, refused } = await readRecords(db, recordIds, true)
  const ids = found.map(({ id }) => id)
  const findings = new Map((await lockFindings(db, ids)).map(({ searchedId, ...finding }) => [searchedId, finding]))
  const reopened: string[] = []
  const toDelete = Map.groupBy(
    found.filter((one) => {
      const reason = one.action === null ? messages.notDecided : reasonAgainst(findings.get(one.id))
      if (reason !== undefined) refused.push({ id: one.id, reason })
      else if (findings.has(one.id)) return true
      else reopened.push(one.id)
      return false
    }),
    ({ brandId }) => brandId,
  )
  for (const [brandId, ofBrand] of toDelete) {
    const { companyId } = ofBrand[0]!
    const data = ofBrand.map(({ id }) => findings.get(id)!.id)
    try {
      await deleteFindings(db, session, { company: companyId, brand: brandId, platform, data })
      reopened.push(...ofBrand.map(({ id }) => id))
    } catch (problem) {
      // Only what is known before anything is deleted, such as a disabled brand.
      if (!(problem instanceof Problem) || problem.status === 404) throw problem
      refused.push(...ofBrand.map(({ id }) => ({ id, reason: messages.findingStays(problem.message) })))
    }
  }
  await reopenSearched(db, reopened)
  const isReopened = new Set(reopened)
  const ignored = found.filter(({ id, action }) => action === 'ignore' && isReopened.has(id))
  await logIgnored(db, session, ignored, true)
  return { message: messageOf(reopened.length, refused), done: reopened.length, refused }
}

function reasonAgainst(finding: FindingState | undefined): string | undefined {
  if (finding?.isEnforced) return messages.findingEnforced
  return finding?.isTouched ? messages.findingTouched : undefined
}

function messageOf(done: number, refused: readonly Refused[]): string {
  const reasons = [...new Set(refused.map(({ reason }) => reason))]
  if (reasons.length === 0) return messages.takenBack(done)
  return done === 0 ? reasons.join(' ') : messages.partlyTakenBack(done, refused.length, reasons)
}

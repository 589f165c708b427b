import { readRows } from '#features/staging-rows/server/read-rows.ts'
import { reportOf } from '#features/staging-rows/server/report.ts'
import { wrongBrandsOf } from '#features/staging-rows/server/require-brand.ts'
import { parseOutline } from '#features/staging-rows/server/worker-results.ts'
import type { RowsDeps } from '#features/staging-rows/server/open-rows.ts'
import { saveParsed } from '#features/intake/server/save-upload.ts'
import { messages } from '#features/domain-search/messages.ts'
import type { MadeFinding } from '#features/domain-search/contract-schemas.ts'
import type { Action } from '#features/domain-search/rules.ts'
import { inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { notFound, Problem } from '#kit/server/problem.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { platformOf } from '#platforms/all.ts'
import { today } from '#vocabulary/dates.ts'
import { saveTemplateOf } from './finding-template.ts'
import { findingRow } from './finding-row.ts'
import { logIgnored } from './log-ignored.ts'
import { readRecords, type Refused } from './read-records.ts'
import { type Actable, findingOf, markDecided, searchedByIds } from './searched-queries.ts'

const platform = platformOf('domain')!

export type ActionDeps = Pick<AppContext, 'pool' | 'db' | 'files' | 'settings'> & Pick<RowsDeps, 'onTidyFailure'>
/** How many records were done, and those that were not. */
export type Decided = { message: string; done: number; refused: Refused[] }

/**
 * Decides about one searched domain (G96): high or low makes a finding, with everything that follows from a saved one;
 * ignore only marks it. Throws 404, and 409 when it is decided, a finding of the brand already, or on a white list.
 */
export async function takeAction(
  deps: ActionDeps,
  session: Session,
  { action, recordId }: { action: Action; recordId: string },
): Promise<{ message: string; finding: MadeFinding | null }> {
  const { message, refused } = await takeActions(deps, session, { action, recordIds: [recordId] })
  const [first] = refused
  if (!first) return { message, finding: action === 'ignore' ? null : await findingOf(deps.db, recordId) }
  throw first.reason === messages.unknownRecord ? notFound() : new Problem(409, first.reason)
}

/**
 * Decides about many: those of a brand in one transaction. Names those that could not be decided, and why; what is in the
 * way of a whole brand is a reason too when there are others, whose decisions stand.
 */
export async function takeActions(
  deps: ActionDeps,
  session: Session,
  { action, recordIds }: { action: Action; recordIds: readonly string[] },
): Promise<Decided> {
  const { found, refused } = await readRecords(deps.db, recordIds)
  for (const one of found) if (one.action !== null) refused.push({ id: one.id, reason: messages.alreadyDecided })
  const open = found.filter((one) => one.action === null)
  let done = 0
  const brands = Map.groupBy(open, ({ brandId }) => brandId)
  for (const ofBrand of brands.values()) {
    const deciding =
      action === 'ignore' ? ignore(deps, session, ofBrand) : makeFindings(deps, session, { action, records: ofBrand })
    const outcome = await deciding.catch((problem: unknown): Outcome => {
      if (brands.size === 1 || !(problem instanceof Problem)) throw problem
      return { done: 0, refused: ofBrand.map(({ id }) => ({ id, reason: messages.refusedBecause(problem.message) })) }
    })
    done += outcome.done
    refused.push(...outcome.refused)
  }
  return { message: messageOf(action, done, refused), done, refused }
}

function messageOf(action: Action, done: number, refused: readonly Refused[]): string {
  if (refused.length > 0)
    return messages.partly(done, refused.length, [...new Set(refused.map(({ reason }) => reason))])
  if (action === 'ignore') return done === 1 ? messages.ignored : messages.manyIgnored(done)
  return done === 1 ? messages.madeFinding : messages.madeFindings(done)
}

type Outcome = { done: number; refused: Refused[] }

async function ignore({ pool }: ActionDeps, session: Session, records: readonly Actable[]): Promise<Outcome> {
  return inTransaction(pool, async ({ db }) => {
    const locked = await searchedByIds(
      db,
      records.map(({ id }) => id),
      true,
    )
    const open = locked.filter((one) => one.action === null)
    await markDecided(
      db,
      { action: 'ignore', userId: session.userId },
      open.map(({ id }) => ({ id, findingId: null })),
    )
    await logIgnored(db, session, open)
    const refused = locked.filter((one) => one.action !== null)
    return { done: open.length, refused: refused.map(({ id }) => ({ id, reason: messages.alreadyDecided })) }
  })
}

type ToMake = { action: 'high' | 'low'; records: readonly Actable[] }

/** Saves the records of one brand as findings; those that an upload would reject are left out and named. */
async function makeFindings(deps: ActionDeps, session: Session, { action, records }: ToMake): Promise<Outcome> {
  const refused: Refused[] = []
  let left = [...records]
  while (left.length > 0) {
    const outcome = await saveOnce(deps, session, { action, records: left })
    if (outcome.length === 0) return { done: left.length, refused }
    refused.push(...outcome)
    const gone = new Set(outcome.map(({ id }) => id))
    left = left.filter(({ id }) => !gone.has(id))
  }
  return { done: 0, refused }
}

/** Saves all records as findings, or none: then it returns those that are in the way. */
async function saveOnce(deps: ActionDeps, session: Session, { action, records }: ToMake): Promise<Refused[]> {
  const [{ companyId, brandId, brand }] = records as [Actable]
  const ids = new Map(records.map((one) => [one.id, newId()]))
  const header = {
    companyId,
    brandId,
    platform: platform.value,
    reportingDate: today(deps.settings.businessZone),
    checkLids: false,
  }
  const cells = records.map((one, index) => findingRow(one, { sn: index + 1, action, bucket: deps.files.bucket }))
  const idOf = (index: number) => ids.get(records[index]!.id)!
  const parsed = { header, ...readRows(platform, header, cells, { idOf, isPartial: false, needsImage: false }) }
  const wrongBrands = wrongBrandsOf(parsed.brandTexts, { name: brand, enabled: true, platforms: {} })
  try {
    const outcome = await saveParsed(
      deps,
      session,
      { parsed, platform, wrongBrands },
      {
        module: 'domain-search',
        finish: async ({ db }) => {
          const locked = await searchedByIds(db, [...ids.keys()], true)
          const decided = locked.filter((one) => one.action !== null)
          if (decided.length > 0 || locked.length < ids.size) throw new DecidedMeanwhile(decided.map(({ id }) => id))
          await markDecided(
            db,
            { action, userId: session.userId },
            locked.map(({ id }) => ({ id, findingId: ids.get(id)! })),
          )
          for (const one of locked) await saveTemplateOf(db, { ...one, findingId: ids.get(one.id)! })
        },
      },
    )
    if (!('refused' in outcome)) return []
    const report = reportOf(platform, parseOutline(parsed.outline), outcome.refused)
    const covered = new Set(report.whiteLabelDuplicates.map(({ index }) => index))
    const stored = new Set(report.urlDuplicates.map(({ index }) => index))
    const inTheWay = report.duplicates.map(({ index, reason }) => ({
      id: records[index]!.id,
      reason: covered.has(index)
        ? messages.whiteListed
        : stored.has(index)
          ? messages.alreadyFinding
          : messages.refusedBecause(reason),
    }))
    return inTheWay.length > 0 ? inTheWay : records.map(({ id }) => ({ id, reason: messages.refused }))
  } catch (problem) {
    if (!(problem instanceof DecidedMeanwhile)) throw problem
    const inTheWay = problem.ids.length > 0 ? problem.ids : records.map(({ id }) => id)
    return inTheWay.map((id) => ({ id, reason: messages.alreadyDecided }))
  }
}

/** Somebody else decided some of the records: carries them out of the transaction, which is rolled back. */
class DecidedMeanwhile extends Error {
  readonly ids: readonly string[]
  constructor(ids: readonly string[]) {
    super('decided meanwhile')
    this.ids = ids
  }
}

import { askRegistry, BudgetExhausted } from '#features/contacts/server/query-registry.ts'
import { messages, sheetTexts } from '#features/quick-tools/messages.ts'
import type { CheckOutcome } from '#features/quick-tools/rules.ts'
import type { Db } from '#kit/server/db.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { sources } from '#sources/all-sources.ts'
import { type Source, SourceBusy, SourceChanged, SourceRefused } from '#sources/source.ts'
import { queryPage, SourceUnreached } from './query-source.ts'
import { noteCheck } from './queries.ts'
import type { SourceDeps } from './source-deps.ts'

export type Probe = { source: string; outcome: CheckOutcome; detail: string; milliseconds: number }

/**
 * Asks each configured source one harmless question, one after the other, and notes what it answered. A source that says
 * 'no results' to its own question has changed, too.
 */
export async function probeAll(app: AppContext, deps: SourceDeps, signal: AbortSignal): Promise<Probe[]> {
  const probes: Probe[] = []
  const note = async (source: string, work: () => Promise<Outcome>) => {
    const one = await timed(source, work)
    // At once: a source that asks to wait keeps the others for minutes.
    await noteCheck(app.db, one)
    probes.push(one)
  }
  for (const source of Object.values(sources)) await note(source.key, () => probe(app.db, deps, source, signal))
  await note('domain', () => lookUpsOutcome(app.db, deps))
  await note('screenshot', () => browserOutcome(app))
  return probes
}

type Outcome = Pick<Probe, 'outcome' | 'detail'>

async function timed(source: string, work: () => Promise<Outcome>): Promise<Probe> {
  const start = Date.now()
  return { source, ...(await work()), milliseconds: Date.now() - start }
}

async function probe(db: Db, deps: SourceDeps, source: Source, signal: AbortSignal): Promise<Outcome> {
  const missing = source.missing(deps.settings)
  if (missing !== undefined) return { outcome: 'missing', detail: missing }
  const term = deps.settings.probe ?? source.probe
  try {
    const { records } = await queryPage(deps, source, { term }, { db, signal })
    if (records.length > 0) return { outcome: 'answered', detail: sheetTexts.found(records.length) }
    return { outcome: 'changed', detail: `It has nothing for '${term}', which always has results` }
  } catch (problem) {
    signal.throwIfAborted()
    if (problem instanceof SourceChanged) return { outcome: 'changed', detail: problem.message }
    if (problem instanceof SourceRefused) return { outcome: 'refused', detail: problem.message }
    if (problem instanceof SourceBusy) return { outcome: 'busy', detail: problem.message }
    if (problem instanceof SourceUnreached) return { outcome: 'unreached', detail: problem.message }
    throw problem
  }
}

/** Asks a name server and a registry about one domain, which both must know. */
async function lookUpsOutcome(db: Db, { lookUps, dns, probeDomain = 'iana.org' }: SourceDeps): Promise<Outcome> {
  if (!lookUps) return { outcome: 'missing', detail: messages.noLookUps }
  const resolved = await dns.resolve(probeDomain)
  if (resolved.kind !== 'found') return { outcome: 'unreached', detail: `${probeDomain}: ${resolved.reason}` }
  try {
    const { outcome, reason, name } = await askRegistry({ ...lookUps, db }, { domain: probeDomain })
    const detail = `${probeDomain}: ${reason ?? sheetTexts.unknown}`
    if (outcome === 'found') return { outcome: 'answered', detail: messages.lookedUp(probeDomain, name) }
    if (outcome === 'unregistered') return { outcome: 'changed', detail }
    return { outcome: outcome === 'throttled' ? 'busy' : 'unreached', detail }
  } catch (problem) {
    if (problem instanceof BudgetExhausted) return { outcome: 'busy', detail: problem.message }
    throw problem
  }
}

/** Whether there is a browser; opening a page would say more about the page's site than about the browser. */
async function browserOutcome({ browser }: AppContext): Promise<Outcome> {
  const missing = await browser.missing()
  return missing === undefined
    ? { outcome: 'answered', detail: messages.browserFound }
    : { outcome: 'missing', detail: missing }
}

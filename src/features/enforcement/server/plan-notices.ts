import { desksFor, type Desk } from '#features/contacts/server/desks-for.ts'
import type { DeskScore, SendGroup } from '#features/enforcement/contract-schemas.ts'
import { messages } from '#features/enforcement/messages.ts'
import { type Scope, visible } from '#features/findings/server/visible.ts'
import type { Db } from '#kit/server/db.ts'
import { distinctIds } from '#kit/server/distinct-ids.ts'
import { notFound } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { type FindingPlatformDefinition, isIdentifiedByDomain } from '#platforms/platform.ts'
import { listDesksAmong } from '#features/contacts/server/list-desks.ts'
import { scoresOf } from './desk-scores.ts'
import { type FindingToPlan, findingsToPlan } from './plan-queries.ts'
import type { MayOmit, RawFields } from './read-fields.ts'

/** A finding with its desks, and the values its enforcement record gets. */
export type PlannedFinding = FindingToPlan & {
  desks: Desk[]
  values: { registrar: string | null; ipAddress: string | null; hosting: string | null }
  mayOmit: MayOmit
  mismatches: string[]
}

/** How many findings of a group are described. */
const described = 20

/** The findings by the desk to ask first, the largest group in front. 404 unless all are in scope. */
export async function planNotices(
  db: Db,
  session: Session,
  { platform, recordIds }: { platform: FindingPlatformDefinition; recordIds: readonly string[] },
): Promise<{ groups: SendGroup[]; total: number; mayOverride: boolean }> {
  const planned = await planFindings(db, platform, visible(platform, session), distinctIds(recordIds))
  const byDesk = [...Map.groupBy(planned, (one) => keyOf(deskToAsk(one.desks))).values()]
  const emails = byDesk.flatMap(([one]) => deskToAsk(one!.desks)?.email ?? [])
  const scores = await scoresOf(db, emails)
  const lists = await listDesksAmong(db, emails)
  const groups = byDesk.map((group) => groupOf(group, scores, lists))
  return {
    groups: groups.toSorted((a, b) => b.recordIds.length - a.recordIds.length),
    total: planned.length,
    mayOverride: session.role === 'Admin',
  }
}

/** These findings with their desks, in the order of their ids. 404 unless all are in scope. */
export async function planFindings(
  db: Db,
  platform: FindingPlatformDefinition,
  scope: Scope,
  ids: readonly string[],
): Promise<PlannedFinding[]> {
  const found = await findingsToPlan(db, platform, scope, ids)
  if (found.length < ids.length) throw notFound()
  const first = isIdentifiedByDomain(platform) ? 'registrar' : 'host'
  const desks = await desksFor(db, found, first)
  return found.map((finding, n) => {
    const { registry, isShared, desks: own } = desks[n]!
    const platformDesk = own.find(({ kind }) => kind === 'platform')
    return {
      ...finding,
      desks: own,
      values: {
        registrar: isShared ? null : (finding.registrar ?? registry.registrar),
        ipAddress: finding.ipAddress,
        hosting: finding.hosting ?? registry.hosting ?? platformDesk?.name ?? null,
      },
      mayOmit: { registrar: isShared, host: finding.isUnresolved },
      mismatches: [
        ...(isShared && finding.registrar
          ? [messages.sharedRegistrar(finding.registrar, platformDesk?.name ?? '')]
          : []),
        ...differing('Registrar', finding.registrar, isShared ? null : registry.registrar),
        ...differing('Hosting', finding.hosting, registry.hosting),
      ],
    }
  })
}

type OmittedParams = { platform: FindingPlatformDefinition; recordIds: readonly string[]; rawFields: RawFields }

/** What need not be entered for these findings; undefined, without a query, when nothing is empty. */
export async function mayOmitOf(
  db: Db,
  session: Session,
  { platform, recordIds, rawFields }: OmittedParams,
): Promise<MayOmit | undefined> {
  const { registrar, ipAddress, hosting } = rawFields
  const isComplete = [registrar, ipAddress, hosting].every((raw) => String(raw ?? '').trim() !== '')
  if (isComplete || platform.enforcedWith.length === 0) return undefined
  return mayOmitFor(await planFindings(db, platform, visible(platform, session), distinctIds(recordIds)))
}

/** What need not be entered for any of these findings. */
export const mayOmitFor = (planned: readonly PlannedFinding[]): MayOmit => ({
  registrar: planned.every(({ mayOmit }) => mayOmit.registrar),
  host: planned.every(({ mayOmit }) => mayOmit.host),
})

/** The first desk that takes email, else the first that has a form, else the first. */
const deskToAsk = (desks: readonly Desk[]): Desk | undefined =>
  // A platform's desk comes before any other, also by its form.
  desks[0]?.kind === 'platform'
    ? desks[0]
    : (desks.find(({ email, bounced }) => email !== null && !bounced) ?? desks.find(({ form }) => form) ?? desks[0])

const keyOf = (desk: Desk | undefined): string =>
  desk ? (desk.email ?? `${desk.kind} ${desk.name.toLowerCase()}`) : ''

function groupOf(
  planned: readonly PlannedFinding[],
  scores: ReadonlyMap<string, DeskScore[]>,
  lists: ReadonlyMap<string, number>,
): SendGroup {
  const desk = deskToAsk(planned[0]!.desks)
  const others = planned.flatMap(({ desks }) => desks).filter(({ email }) => email !== null && email !== desk?.email)
  const common = (name: keyof PlannedFinding['values']) => {
    const values = new Set(planned.map(({ values: own }) => own[name] ?? ''))
    return values.size === 1 ? [...values][0]! : ''
  }
  const unapproved = planned.filter((one) => !one.isApproved)
  return {
    desk: desk ?? null,
    scores: scores.get(desk?.email ?? '') ?? [],
    others: [...new Map(others.map((one) => [one.email, one])).values()].slice(0, 20),
    recordIds: planned.map(({ id }) => id),
    findings: planned
      .slice(0, described)
      .map(({ id, address, status, isApproved, mismatches }) => ({ id, address, status, isApproved, mismatches })),
    registrar: common('registrar'),
    ipAddress: common('ipAddress'),
    hosting: common('hosting'),
    mismatched: planned.filter(({ mismatches }) => mismatches.length > 0).length,
    unapproved: unapproved.length,
    refused: unapproved.filter(({ isApprovalRequired }) => isApprovalRequired).length,
    incomplete: planned.filter(({ values, mayOmit }) => lacking(values, mayOmit).length > 0).length,
    perEmail: lists.get(desk?.email?.toLowerCase() ?? '') ?? null,
    mayOmit: mayOmitFor(planned),
  }
}

/** The fields of a record that are demanded and empty. */
export function lacking(values: PlannedFinding['values'], mayOmit: MayOmit): (keyof PlannedFinding['values'])[] {
  return (['registrar', 'ipAddress', 'hosting'] as const).filter(
    (name) => !values[name] && !(name === 'registrar' ? mayOmit.registrar : mayOmit.host),
  )
}

/** Company forms and punctuation make no difference between two names. */
const plainName = (name: string) =>
  name
    .toLowerCase()
    .replace(/\b(inc|llc|ltd|limited|corp|corporation|gmbh|co|company|pvt|private|sa|bv|ag)\b/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')

function differing(label: string, own: string | null, registry: string | null): string[] {
  if (own === null || registry === null) return []
  const [one, other] = [plainName(own), plainName(registry)]
  return one.includes(other) || other.includes(one) ? [] : [messages.differs(label, own, registry)]
}

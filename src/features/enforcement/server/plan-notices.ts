import { isIP } from 'node:net'
import { firstDesk } from '#features/contacts/server/desk-order.ts'
import type { Desk } from '#features/contacts/server/desk.ts'
import { desksFor } from '#features/contacts/server/desks-for.ts'
import type { DeskScore, WithheldFinding, SendGroup } from '#features/enforcement/contract-schemas.ts'
import { messages } from '#features/enforcement/messages.ts'
import { type HostField, hostFields } from '#features/enforcement/rules.ts'
import { type ApprovedReason, isOtherHarm } from '#features/findings/server/approval.ts'
import { type Scope, visible } from '#features/findings/server/visible.ts'
import { wordingFor } from '#features/notices/rules.ts'
import { type ExaminedCase, examine, isNameAlone, summary } from '#features/notices/server/examine.ts'
import type { Db } from '#kit/server/db.ts'
import { distinctIds } from '#kit/server/distinct-ids.ts'
import { notFound } from '#kit/server/problem.ts'
import type { Session } from '#kit/server/session.ts'
import { type FindingPlatformDefinition, isIdentifiedByDomain } from '#platforms/platform.ts'
import { normaliseDomain } from '#vocabulary/addresses.ts'
import { showDayOf, today } from '#vocabulary/dates.ts'
import { harmOf } from '#vocabulary/harm-kinds.ts'
import { harmNames } from '#vocabulary/harm-names.ts'
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
  /** It was approved as another kind of harm than it is reported. */
  otherApproval: ApprovedReason | null
}

/** How many findings of a group are described; more where each is reported through a form by itself. */
const described = 20
const describedByForm = 200

/** The findings by the desk to ask first, the largest group in front. 404 unless all are in scope. */
export async function planNotices(
  db: Db,
  session: Session,
  { platform, recordIds, zone }: { platform: FindingPlatformDefinition; recordIds: readonly string[]; zone: string },
): Promise<{ groups: SendGroup[]; total: number; mayOverride: boolean }> {
  const scope = visible(platform, session)
  const planned = (await planFindings(db, platform, { scope, ids: distinctIds(recordIds) })).map((one) => ({
    ...one,
    mismatches: [approvedOtherwise(one, zone) ?? [], one.mismatches].flat(),
  }))
  const byDesk = [...Map.groupBy(planned, ({ desks }) => groupKeyOf(firstDesk(desks))).values()]
  const firstDesks = byDesk.map(([one]) => firstDesk(one!.desks))
  const scores = await scoresOf(db, firstDesks.map(keyOf))
  const lists = await listDesksAmong(
    db,
    firstDesks.flatMap((desk) => desk?.email ?? []),
  )
  const kindOf = new Map(planned.map(({ id, desks }) => [id, wordingFor[firstDesk(desks)?.kind ?? 'other']] as const))
  const examined = new Map(
    (await examine(db, platform, { scope, ids: [...kindOf.keys()], day: today(zone), deskOf: kindOf })).map((one) => [
      one.id,
      one,
    ]),
  )
  const groups = byDesk.map((group) => ({
    ...groupOf(group, scores, lists),
    lacking: summary(
      platform,
      group.flatMap(({ id }) => examined.get(id) ?? []),
    ),
    withheld: group.flatMap((one) => withheldOf(one, examined.get(one.id)) ?? []),
  }))
  return {
    groups: groups.toSorted((a, b) => b.recordIds.length - a.recordIds.length),
    total: planned.length,
    mayOverride: session.role === 'Admin',
  }
}

/**
 * These findings with their desks, in the order of their ids; registrar, address and host as `entered`, where they are.
 * 404 unless all are in scope.
 */
export async function planFindings(
  db: Db,
  platform: FindingPlatformDefinition,
  { scope, ids, entered = {} }: { scope: Scope; ids: readonly string[]; entered?: RawFields },
): Promise<PlannedFinding[]> {
  const found = (await findingsToPlan(db, platform, scope, ids)).map((one) => withEntered(one, entered))
  if (found.length < ids.length) throw notFound()
  const desks = await desksFor(db, found, { isByDomain: isIdentifiedByDomain(platform) })
  const statesNone = platform.enforcedWith.length === 0
  return found.map((finding, n) => {
    const { registry, isShared, desks: known } = desks[n]!
    const own = usableDesks(platform, known)
    const platformDesk = own.find(({ kind }) => kind === 'platform')
    // An address without a name was registered with no registrar.
    const host = normaliseDomain(finding.address)
    const isAddress = isIP(host) !== 0
    const otherApproval = otherApprovalOf(finding)
    return {
      ...finding,
      // Where an approval is required, it is one of the kind of harm that the client saw.
      isApproved: finding.isApproved && !(finding.isApprovalRequired && otherApproval !== null),
      otherApproval,
      desks: own,
      values: {
        registrar: isShared ? null : (finding.registrar ?? registry.registrar),
        ipAddress: finding.ipAddress ?? (isAddress ? host : null),
        hosting: finding.hosting ?? registry.hosting ?? platformDesk?.name ?? null,
      },
      mayOmit: { registrar: statesNone || isShared || isAddress, host: statesNone || finding.isUnresolved },
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

const otherApprovalOf = ({ isApproved, approvedAs, reasonCode }: FindingToPlan): ApprovedReason | null =>
  isApproved && isOtherHarm(approvedAs, reasonCode) ? approvedAs : null

/** A sentence about a finding that was approved as another kind of harm: what, and on which day in the business zone. */
export function approvedOtherwise({ otherApproval, reasonCode }: PlannedFinding, zone: string): string | null {
  if (otherApproval === null) return null
  const [before, now] = [harmOf(otherApproval.code), harmOf(reasonCode)].map((kind) => harmNames[kind])
  return messages.approvedOtherwise(before!, now!, showDayOf(otherApproval.at, zone))
}

/** Where a platform takes no notices by email, its desks are asked through their forms only. */
const usableDesks = ({ abilities }: FindingPlatformDefinition, desks: readonly Desk[]): Desk[] =>
  abilities.includes('mail')
    ? [...desks]
    : desks.flatMap((one) => (one.form === null ? [] : [{ ...one, email: null, bounced: false }]))

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
  return mayOmitFor(
    await planFindings(db, platform, { scope: visible(platform, session), ids: distinctIds(recordIds) }),
  )
}

/** What need not be entered for any of these findings. */
export const mayOmitFor = (planned: readonly PlannedFinding[]): MayOmit => ({
  registrar: planned.every(({ mayOmit }) => mayOmit.registrar),
  host: planned.every(({ mayOmit }) => mayOmit.host),
})

/** A desk by its address or form, which its scores have, too; by its name where neither is known. */
const keyOf = (desk: Desk | undefined): string =>
  desk ? (desk.email ?? desk.form ?? `${desk.kind} ${desk.name.toLowerCase()}`) : ''

/** A desk that acts on some of the findings only gets two groups: what it does not act on is not proposed to it. */
const groupKeyOf = (desk: Desk | undefined): string => `${desk?.acts ?? false} ${keyOf(desk)}`

function groupOf(
  planned: readonly PlannedFinding[],
  scores: ReadonlyMap<string, DeskScore[]>,
  lists: ReadonlyMap<string, number>,
): Omit<SendGroup, 'lacking' | 'withheld'> {
  const desk = firstDesk(planned[0]!.desks)
  const others = planned
    .flatMap(({ desks }) => desks)
    .filter((one) => (one.email !== null || one.form !== null) && keyOf(one) !== keyOf(desk))
  const common = (name: keyof PlannedFinding['values']) => {
    const values = new Set(planned.map(({ values: own }) => own[name] ?? ''))
    return values.size === 1 ? [...values][0]! : ''
  }
  const unapproved = planned.filter((one) => !one.isApproved)
  return {
    desk: desk ?? null,
    scores: scores.get(keyOf(desk)) ?? [],
    others: [...new Map(others.map((one) => [keyOf(one), one])).values()].slice(0, 20),
    recordIds: planned.map(({ id }) => id),
    findings: planned
      .slice(0, desk && desk.email === null && desk.form !== null ? describedByForm : described)
      .map(({ id, address, status, isApproved, mismatches, desks }) => ({
        id,
        address,
        status,
        isApproved,
        mismatches,
        forms: desks.filter(({ form }) => form !== null),
      })),
    registrar: common('registrar'),
    ipAddress: common('ipAddress'),
    hosting: common('hosting'),
    mismatched: planned.filter(({ mismatches }) => mismatches.length > 0).length,
    unapproved: unapproved.length,
    refused: unapproved.filter(({ isApprovalRequired }) => isApprovalRequired).length,
    incomplete: planned.filter(({ values, mayOmit }) => lacking(values, mayOmitFrom(mayOmit, desk)).length > 0).length,
    perEmail: lists.get(desk?.email?.toLowerCase() ?? '') ?? null,
    mayOmit: mayOmitFor(planned),
  }
}

/** What is not demanded for a notice to this desk. */
const mayOmitFrom = (mayOmit: MayOmit, desk: Desk | undefined): MayOmit => ({
  ...mayOmit,
  registrar: mayOmit.registrar || (desk !== undefined && desk.kind !== 'registrar'),
})

/** What stands against the notice about a finding; undefined where nothing does. */
function withheldOf(finding: PlannedFinding, examined: ExaminedCase | undefined): WithheldFinding | undefined {
  const { id, values, mayOmit, isApproved, isApprovalRequired } = finding
  const fields = lacking(values, mayOmit)
  const lacks = examined?.lacking ?? []
  const isRefused = isApprovalRequired && !isApproved
  if (fields.length === 0 && lacks.length === 0 && !isRefused) return undefined
  return { id, fields, lacking: lacks, isForAll: examined !== undefined && isForAll(examined), isRefused }
}

/** Whether what a notice lacks does not depend on whose desk gets it. */
const isForAll = (examined: ExaminedCase): boolean =>
  isNameAlone(examined) || examined.lacking.some((lack) => lack !== 'instrument')

function withEntered(finding: FindingToPlan, entered: RawFields): FindingToPlan {
  const textOf = (name: keyof PlannedFinding['values']) => String(entered[name] ?? '').trim() || finding[name]
  return { ...finding, registrar: textOf('registrar'), ipAddress: textOf('ipAddress'), hosting: textOf('hosting') }
}

/** Empty values are those of the finding. */
export function withOwn<Raw extends RawFields>(raw: Raw, own: PlannedFinding['values']): Raw {
  const filled = { ...raw }
  for (const name of ['registrar', 'ipAddress', 'hosting'] as const)
    if (String(raw[name] ?? '').trim() === '') filled[name] = own[name] as Raw[typeof name]
  return filled
}

/** The fields of a record that are demanded and empty. */
export function lacking(values: PlannedFinding['values'], mayOmit: MayOmit): HostField[] {
  return hostFields.filter((name) => !values[name] && !(name === 'registrar' ? mayOmit.registrar : mayOmit.host))
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

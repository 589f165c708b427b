import type { WithheldFinding, SendGroup } from '#features/enforcement/contract-schemas.ts'
import { type HostField, needsRegistrar } from '#features/enforcement/rules.ts'
import { finalLacks } from '#features/notices/rules.ts'

/** What is entered for a group, as far as it decides which notices go. */
type Entered = Readonly<Record<HostField | 'email' | 'deskKind', string>>

/** Why a notice does not go, the reason that counts first in front. */
export const withheldReasons = [
  'noRecipient',
  'noAbuse',
  'registrar',
  'ipAddress',
  'hosting',
  'lacking',
  'approval',
] as const
export type WithheldReason = (typeof withheldReasons)[number]

/** The findings of a group whose notices go, and why the others do not; by the id of the finding. */
export type SendableNotices = { recordIds: string[]; withheld: ReadonlyMap<string, WithheldReason> }

/**
 * The notices of a group as they would go with what is entered. `isOverridden`: an Admin gave a reason for sending what is
 * incomplete or not approved; what is no abuse never goes.
 */
export function noticesOf(group: SendGroup, values: Entered, isOverridden: boolean): SendableNotices {
  const byId = new Map(group.withheld.map((one) => [one.id, one]))
  const withheld = new Map(
    group.recordIds.flatMap((id): [string, WithheldReason][] => {
      const one = byId.get(id)
      if (values.email.trim() === '') return [[id, 'noRecipient']]
      const reason = one && reasonToWithhold(one, { group, values, isOverridden })
      return reason ? [[id, reason]] : []
    }),
  )
  return { recordIds: group.recordIds.filter((id) => !withheld.has(id)), withheld }
}

/** How many notices do not go for each reason, of groups that were not left out by hand. */
export function withheldCounts(all: readonly SendableNotices[]): { reason: WithheldReason; n: number }[] {
  const found = all.flatMap(({ withheld }) => [...withheld.values()])
  return withheldReasons.flatMap((reason) => {
    const n = found.filter((one) => one === reason).length
    return n === 0 ? [] : [{ reason, n }]
  })
}

type Given = { group: SendGroup; values: Entered; isOverridden: boolean }

function reasonToWithhold(one: WithheldFinding, { group, values, isOverridden }: Given): WithheldReason | undefined {
  const { fields, lacking, isForAll, isRefused } = one
  if (lacking.some((lack) => finalLacks.includes(lack))) return 'noAbuse'
  const [field] = fields.filter((name) => isDemanded(name, group, values))
  if (field) return field
  if (isOverridden) return undefined
  // Whether another desk would act is judged when the notice is sent.
  const isOwnDesk = group.desk?.email === values.email.trim().toLowerCase()
  if (lacking.length > 0 && (isForAll || isOwnDesk)) return 'lacking'
  return isRefused ? 'approval' : undefined
}

function isDemanded(name: HostField, { desk, others }: SendGroup, values: Entered): boolean {
  if (values[name].trim() !== '') return false
  return name !== 'registrar' || needsRegistrar(desk ? [desk, ...others] : others, values.email.trim(), values.deskKind)
}

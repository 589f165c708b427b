import { type ProposalKind, activeStatuses, resolvedStatuses, type Side } from '#features/revisits/rules.ts'

/** What the visits of an address have confirmed so far. */
export type Belief = {
  /** What the last conclusive visits say, how many agree, since when, and when the last one was counted. */
  side: Side | null
  streak: number
  firstAt: Date | null
  countedAt: Date | null
  believed: Side | null
}

/** `confirmations` consecutive visits are believed; those less than `apart` milliseconds apart count once. */
export type ConfirmationRules = { confirmations: number; apart: number }

export const initialBelief: Belief = { side: null, streak: 0, firstAt: null, countedAt: null, believed: null }

/**
 * The belief after one more visit. An inconclusive visit changes nothing; a contradicting one starts a new streak.
 * Pure.
 */
export function updateBelief(before: Belief, visit: { side: Side | null; at: Date }, rules: ConfirmationRules): Belief {
  const { side, at } = visit
  if (side === null) return before
  const isSame = side === before.side && before.countedAt !== null
  if (isSame && at.getTime() - before.countedAt!.getTime() < rules.apart) return before
  const streak = isSame ? before.streak + 1 : 1
  return {
    side,
    streak,
    firstAt: isSame ? before.firstAt : at,
    countedAt: at,
    believed: streak >= rules.confirmations ? side : before.believed,
  }
}

/** The proposal for a finding in this status; undefined while the last visits contradict the belief. Pure. */
export function proposalFor(
  belief: Belief,
  status: string,
  { confirmations }: ConfirmationRules,
): ProposalKind | undefined {
  const { side, streak, believed } = belief
  if (side === null || side !== believed || streak < confirmations) return undefined
  const isIn = (list: readonly string[]) => list.includes(status)
  if (believed === 'down') return isIn(activeStatuses) ? 'success' : undefined
  return isIn(resolvedStatuses) ? 'reopen' : undefined
}

import { adminRequired } from '#features/users/messages.ts'
import { Problem, signedOut } from '#kit/server/problem.ts'
import type { LockedPerson } from './queries.ts'

/** Whether somebody is an Admin who can sign in. */
export const isActiveAdmin = ({ role, isBlocked }: Pick<LockedPerson, 'role' | 'isBlocked'>): boolean =>
  role === 'Admin' && !isBlocked

/**
 * Ensures that an active Admin remains when `leaving` is removed, blocked or demoted. `locked` has every Admin who can
 * sign in. Throws 409 for the last one, and 401 when the caller was removed or blocked while waiting for the lock.
 */
export function requireRemainingAdmin(
  locked: readonly LockedPerson[],
  { caller, leaving }: { caller: string; leaving: string | undefined },
): void {
  const admins = locked.filter(isActiveAdmin)
  if (admins.length > 0 && admins.every((one) => one.id === leaving)) throw new Problem(409, adminRequired)
  if (!admins.some((one) => one.id === caller)) throw signedOut()
}

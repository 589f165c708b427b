import type { security } from '#features/sessions/contract.ts'
import { ruleSaved } from '#features/sessions/messages.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import type { Call } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import { authenticatorState, requiredRoles, setRequiredRoles } from './authenticator-queries.ts'
import { callerOf } from './caller.ts'
import { personById } from './queries.ts'
import { logSignInEvent } from './sign-in-events.ts'

/** What people see about their second factor. */
export async function securityState(db: Db, session: Session): Promise<CallOutput<typeof security.state>> {
  const [person, app, required] = await Promise.all([
    personById(db, session.userId),
    authenticatorState(db, session.userId),
    requiredRoles(db),
  ])
  return {
    isGoogle: session.isGoogle,
    hasEmailCodes: person?.twoFactor ?? false,
    isRequired: !session.isGoogle && required.includes(session.role),
    app: app ?? null,
  }
}

/** Sets which roles must have two-factor sign-in; open sessions go on. */
export async function saveRule({
  db,
  input,
  session,
  request,
}: Call<typeof security.saveRule>): Promise<{ message: string }> {
  await setRequiredRoles(db, input.roles)
  const detail = input.roles.length > 0 ? input.roles.toSorted().join(', ') : 'nobody'
  await logSignInEvent(db, { kind: 'two-factor-rule', userId: session.userId, caller: callerOf(request), detail })
  return { message: ruleSaved }
}

import type { security } from '#features/sessions/contract.ts'
import { sessionEndedMessage, othersEnded } from '#features/sessions/messages.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import { notFound } from '#kit/server/problem.ts'
import type { Call } from '#kit/server/serve.ts'
import { callerOf } from './caller.ts'
import { openDeviceNames } from './device-in-words.ts'
import { endOtherSessions, endOwnSession, openSessionsOf } from './session-queries.ts'
import { logSignInEvent } from './sign-in-events.ts'

/** The open sessions of the caller, the last used first. */
export async function listOwnSessions({
  db,
  session,
}: Call<typeof security.ownSessions>): Promise<CallOutput<typeof security.ownSessions>> {
  const found = await openSessionsOf(db, session.userId)
  const deviceInWords = await openDeviceNames()
  return {
    data: found.map(({ tokenHash, device, ...one }) => ({
      ...one,
      device: deviceInWords(device),
      isThis: tokenHash.equals(session.tokenHash),
    })),
  }
}

/** Ends one own session, also this one. Throws 404 for those of others and ended ones. */
export async function endOneSession({
  db,
  input,
  session,
  request,
}: Call<typeof security.endSession>): Promise<{ message: string }> {
  if (!(await endOwnSession(db, session.userId, input.id))) throw notFound()
  await logSignInEvent(db, { kind: 'session-ended', userId: session.userId, caller: callerOf(request) })
  return { message: sessionEndedMessage }
}

/** Ends all own sessions but this one. */
export async function endOthers({
  db,
  session,
  request,
}: Call<typeof security.endOtherSessions>): Promise<{ message: string }> {
  const count = await endOtherSessions(db, session)
  const caller = callerOf(request)
  if (count > 0) await logSignInEvent(db, { kind: 'sessions-ended', userId: session.userId, caller })
  return { message: othersEnded(count) }
}

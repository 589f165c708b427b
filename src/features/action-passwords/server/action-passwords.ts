import { createHmac } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { messages } from '#features/action-passwords/messages.ts'
import {
  type Action,
  grantSeconds,
  maxWrong,
  passwordsFor,
  type Purpose,
  purposes,
  purposeTitles,
} from '#features/action-passwords/rules.ts'
import type { Caller } from '#features/sessions/server/caller.ts'
import { logRefusedTries, logSignInEvent } from '#features/sessions/server/sign-in-events.ts'
import { type Db, inTransaction } from '#kit/server/db.ts'
import { isEqual } from '#kit/server/is-equal.ts'
import { hashPassword, isPassword } from '#kit/server/passwords.ts'
import { Problem } from '#kit/server/problem.ts'
import type { AppContext } from '#kit/server/serve.ts'
import type { Session } from '#kit/server/session.ts'
import * as queries from './password-queries.ts'

type Attempt = { purpose: Action; password: string }

/**
 * Exchanges the password of an action for a grant of its user (G82). Every attempt is recorded, wrong ones in the sign-in
 * log, too; throws 403 for a wrong password or none that is set, 429 after five wrong ones in 15 minutes.
 */
export async function verifyPassword(
  app: AppContext,
  session: Session,
  { purpose, password, caller }: Attempt & { caller: Caller },
): Promise<{ grant: string; expiresIn: number }> {
  const { userId } = session
  const outcome = await inTransaction(app.pool, async ({ db }) => {
    await queries.lockAttempts(db, userId)
    if ((await queries.recentWrong(db, userId, purpose)) >= maxWrong) {
      await logRefusedTries(db, { userId, caller })
      return 'refused'
    }
    const hashes = await queries.hashesOf(db, passwordsFor(purpose))
    const succeeded = await isOneOf(hashes, password)
    await queries.addAttempt(db, { userId, purpose, succeeded })
    const detail = purposeTitles[purpose]
    if (!succeeded) await logSignInEvent(db, { kind: 'wrong-action-password', userId, caller, detail })
    return succeeded ? 'right' : 'wrong'
  })
  if (outcome === 'refused') throw new Problem(429, messages.tooManyWrong)
  if (outcome === 'wrong') throw new Problem(403, messages.wrongPassword)
  const expires = Math.floor(Date.now() / 1000) + grantSeconds
  return { grant: grantOf(app.settings.signingSecret, { userId, purpose, expires }), expiresIn: grantSeconds }
}

/** Whether a password is one of these; as slow without any, so that nobody learns whether one is set. */
async function isOneOf(hashes: readonly string[], password: string): Promise<boolean> {
  const results: boolean[] = []
  for (const hash of hashes.length > 0 ? hashes : [undefined]) results.push(await isPassword(hash, password))
  return results.includes(true)
}

/** Throws 403 unless the request carries a valid grant of this user for this action. */
export function requireGrant(app: AppContext, request: FastifyRequest, session: Session, purpose: Action): void {
  const given = String(request.headers['x-action-grant'] ?? '')
  const expires = Number(/^(\d{1,12})\./.exec(given)?.[1] ?? 0)
  const expected = grantOf(app.settings.signingSecret, { userId: session.userId, purpose, expires })
  if (!isEqual(expected, given) || expires * 1000 < Date.now()) throw new Problem(403, messages.needsGrant)
}

function grantOf(secret: string, { userId, purpose, expires }: { userId: string; purpose: Action; expires: number }) {
  const signature = createHmac('sha256', secret).update(JSON.stringify(['action grant', userId, purpose, expires]))
  return `${expires}.${signature.digest('base64url')}`
}

/** Every action that has a password of its own, and who set it when. */
export async function listPasswords(db: Db) {
  const stored = await queries.storedPasswords(db)
  return {
    docs: purposes.map((purpose) => {
      const found = stored.find((one) => one.purpose === purpose)
      return { purpose, isSet: found !== undefined, setBy: found?.setBy ?? null, setAt: found?.setAt ?? null }
    }),
  }
}

/** Sets the password of an action, for all who use it; the sign-in log says who did. */
export async function setPassword(
  db: Db,
  { userId }: Session,
  { purpose, password, caller }: { purpose: Purpose; password: string; caller: Caller },
): Promise<{ message: string }> {
  await queries.savePassword(db, { purpose, hash: await hashPassword(password), userId })
  await logSignInEvent(db, { kind: 'action-password-set', userId, caller, detail: purposeTitles[purpose] })
  return { message: messages.passwordSaved }
}

import type { SignInEventKind } from '#features/sessions/rules.ts'
import { type Db, row, rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import type { Caller } from './caller.ts'

export type NewEvent = {
  kind: SignInEventKind
  /** Null: the name that was typed belongs to nobody. */
  userId: string | null
  /** Absent for what a job or the clock did. */
  caller?: Caller | undefined
  /** Who did it, where that is not the person. */
  actorId?: string | undefined
  detail?: string
}

/** Writes one row of the sign-in log. Never with a password, a code or a typed name. */
export async function logSignInEvent(db: Db, event: NewEvent): Promise<void> {
  const { kind, userId, caller, actorId, detail } = event
  await rows(
    db,
    sql`insert into sign_in_events (id, kind, user_id, actor_id, address, device, detail)
        values (${newId()}, ${kind}, ${userId}::uuid, ${actorId ?? null}::uuid, ${caller?.address ?? ''},
          ${caller?.device ?? ''}, ${detail ?? ''})`,
  )
}

/** The same at most once in fifteen minutes for a person and an address: refused tries cost their sender nothing. */
export async function logRefusedTries(db: Db, event: Pick<NewEvent, 'userId'> & { caller: Caller }): Promise<void> {
  const { userId, caller } = event
  const lately = await row(
    db,
    sql`select 1 from sign_in_events where kind = 'too-many-tries' and at > now() - interval '15 minutes'
          and address = ${caller.address} and user_id is not distinct from ${userId}::uuid limit 1`,
  )
  if (!lately) await logSignInEvent(db, { kind: 'too-many-tries', userId, caller })
}

/** A wrong code, at most ten times in fifteen minutes for a person: a script with the password fills no log. */
export async function logWrongCode(db: Db, event: { userId: string; caller: Caller }): Promise<void> {
  const { userId, caller } = event
  const lately = await row<{ n: number }>(
    db,
    sql`select count(*)::int n from sign_in_events
        where user_id = ${userId}::uuid and at > now() - interval '15 minutes' and kind = 'wrong-code'`,
  )
  if ((lately?.n ?? 0) < 10) await logSignInEvent(db, { kind: 'wrong-code', userId, caller })
}

/** Deletes what is older than three years, like the other logs (G106). */
export async function dropOldEvents(db: Db): Promise<void> {
  await rows(db, sql`delete from sign_in_events where at < now() - interval '36 months'`)
}

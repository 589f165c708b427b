import { maxStampDays } from '#features/case-files/rules.ts'
import type { Signature } from '#kit/evidence/proof.ts'
import { type Db, row, rows, type Sql, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'

/** Records a public key when it is used first. */
export async function noteKey(db: Db, publicKey: string): Promise<void> {
  await rows(db, sql`insert into signing_keys (public_key) values (${publicKey}) on conflict do nothing`)
}

/** Every public key that has signed, oldest first. */
export function publishedKeys(db: Db): Promise<{ publicKey: string; since: string }[]> {
  return rows(db, sql`select public_key as "publicKey", used_since as since from signing_keys order by used_since, 1`)
}

/** A stamp that was obtained or is still to come. */
export type NewStamp = {
  authority: string
  head: string
  problem?: string | undefined
  got?: { token: Uint8Array; at: string; signer: string } | undefined
}

/** Adds the stamps of a case file; those without a token are requested again in five minutes. */
export async function addStamps(db: Db, caseFileId: string, stamps: readonly NewStamp[]): Promise<void> {
  for (const { authority, head, problem, got } of stamps)
    await rows(
      db,
      sql`insert into time_stamps (id, case_file_id, authority, head, tries, next_at, problem, token, stamped_at, signer)
        values (${newId()}, ${caseFileId}, ${authority}, ${head}, 1, now() + interval '5 minutes',
          ${problem ?? null}, ${got ? Buffer.from(got.token) : null}, ${got?.at ?? null}::timestamptz, ${got?.signer ?? null})
        on conflict do nothing`,
    )
}

/** Adds the stamps of a day that are still to be requested. */
export async function addDueStamps(
  db: Db,
  { day, head, authorities }: { day: string; head: string; authorities: readonly string[] },
): Promise<void> {
  for (const authority of authorities)
    await rows(
      db,
      sql`insert into time_stamps (id, day, authority, head) values (${newId()}, ${day}::date, ${authority}, ${head})
        on conflict do nothing`,
    )
}

/** The time stamps `t` of one case file or day as a JSON list, as its contract describes them. */
export const stampsWhere = (isOf: Sql): Sql =>
  sql`coalesce((select jsonb_agg(jsonb_build_object('authority', t.authority, 'at', t.stamped_at, 'problem', t.problem,
      'tries', t.tries, 'isGivenUp', t.token is null and t.requested_at <= now() - make_interval(days => ${maxStampDays}))
      order by t.authority) from time_stamps t where ${isOf}), '[]')`

export type DueStamp = { id: string; authority: string; head: string; requestedAt: string; tries: number }

/** Stamps whose next try is due, at most 20; each is put off first, so that two workers do not ask at once. */
export function takeDueStamps(db: Db): Promise<DueStamp[]> {
  return rows(
    db,
    sql`update time_stamps t set tries = t.tries + 1,
        next_at = now() + least(interval '6 hours', interval '5 minutes' * power(2, least(t.tries, 10)))
      from (select id from time_stamps where token is null and next_at <= now()
          and requested_at > now() - make_interval(days => ${maxStampDays})
        order by next_at limit 20 for update skip locked) due
      where t.id = due.id returning t.id, t.authority, t.head, t.requested_at as "requestedAt", t.tries`,
  )
}

/** Stores a stamp that has arrived; another one that was first stays. */
export async function storeStamp(
  db: Db,
  id: string,
  { token, at, signer }: { token: Uint8Array; at: string; signer: string },
): Promise<void> {
  await rows(
    db,
    sql`update time_stamps set token = ${Buffer.from(token)}, stamped_at = ${at}, signer = ${signer}, problem = null
      where id = ${id} and token is null`,
  )
}

/** Stores why a stamp did not arrive. */
export async function noteStampProblem(db: Db, id: string, problem: string): Promise<void> {
  await rows(db, sql`update time_stamps set problem = ${problem} where id = ${id} and token is null`)
}

export type ProofParts = { head: string; signature: Signature | null; stamps: { authority: string; token: string }[] }

/** The proof of a finished case file as it is now; undefined without one. */
export function proofOf(db: Db, caseFileId: string): Promise<ProofParts | undefined> {
  return row(
    db,
    sql`select c.head, c.signature, coalesce((select jsonb_agg(jsonb_build_object('authority', t.authority,
          'token', translate(encode(t.token, 'base64'), E'\n', '')) order by t.authority)
        from time_stamps t where t.case_file_id = c.id and t.token is not null), '[]') as stamps
      from case_files c where c.id = ${caseFileId} and c.ready_at is not null`,
  )
}

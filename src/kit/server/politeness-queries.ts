import { type Db, row, sql } from '#kit/server/db.ts'

/** A rest that a host asks for is believed up to a day. */
const LONGEST_REST = 86_400

/** Seconds between two turns of a host, and how many seconds away a turn may be to be taken. */
export type TurnLimits = { gap: number; patience: number }

/**
 * Takes the next turn of a host, `gap` seconds after the one before, whichever process has that. Returns how many
 * milliseconds it is away; one beyond `patience` is left to others.
 */
export async function takeTurn(db: Db, host: string, { gap, patience }: TurnLimits): Promise<number> {
  const taken = await row<{ wait: number }>(
    db,
    sql`insert into visit_hosts as h (host, next_at, tail_at)
      values (${host}, clock_timestamp() + make_interval(secs => ${gap}), clock_timestamp() + make_interval(secs => ${gap}))
      on conflict (host) do update set
        next_at = greatest(h.next_at, clock_timestamp()) + make_interval(secs => ${gap}),
        tail_at = greatest(h.tail_at, h.next_at, clock_timestamp()) + make_interval(secs => ${gap})
      where h.next_at <= clock_timestamp() + make_interval(secs => ${patience})
      returning greatest(0, extract(epoch from next_at - make_interval(secs => ${gap}) - clock_timestamp()) * 1000)::float8 as wait`,
  )
  // No turn was taken, so it is beyond `patience`, also when others have waited less since.
  return taken?.wait ?? Math.max(await waitFor(db, host), patience * 1000 + 1)
}

/** Milliseconds until the next turn of a host. */
async function waitFor(db: Db, host: string): Promise<number> {
  const found = await row<{ wait: number }>(
    db,
    sql`select greatest(0, extract(epoch from next_at - clock_timestamp()) * 1000)::float8 as wait from visit_hosts
      where host = ${host}`,
  )
  return found?.wait ?? 0
}

/** Milliseconds until a host that asked us to wait may be requested again; 0 when it may be now. */
export async function restOf(db: Db, host: string): Promise<number> {
  const found = await row<{ rest: number | null }>(
    db,
    sql`select (extract(epoch from resting_until - clock_timestamp()) * 1000)::float8 as rest from visit_hosts
      where host = ${host}`,
  )
  return Math.max(0, found?.rest ?? 0)
}

/**
 * Leaves a host alone for so many seconds, in every process; undefined: a minute, twice as long each time in a row, at
 * most an hour. What is queued for it comes after.
 */
export async function restHost(db: Db, host: string, seconds: number | undefined): Promise<void> {
  const fixed = seconds === undefined ? null : Math.min(seconds, LONGEST_REST)
  await row(
    db,
    sql`insert into visit_hosts as h (host, next_at, tail_at, resting_until, refusals)
      select ${host}, t.until, t.until, t.until, 1
      from (select clock_timestamp() + make_interval(secs => coalesce(${fixed}::float8, 60)) as until) t
      on conflict (host) do update set
        refusals = h.refusals + 1,
        resting_until = greatest(h.resting_until, clock_timestamp() +
          make_interval(secs => coalesce(${fixed}::float8, least(3600, 60 * power(2, least(h.refusals, 6)))))),
        next_at = greatest(h.next_at, excluded.next_at),
        tail_at = greatest(h.tail_at, excluded.tail_at)`,
  )
}

/** A host that answers is requested at its usual pace again. */
export async function endRest(db: Db, host: string): Promise<void> {
  await row(
    db,
    sql`update visit_hosts set refusals = 0, resting_until = null
      where host = ${host} and refusals > 0 and (resting_until is null or resting_until <= clock_timestamp())`,
  )
}

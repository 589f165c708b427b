import type { Rhythm, Subscription } from '#features/reports/contract.ts'
import { newId } from '#kit/server/id.ts'
import { row, rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import type { DayRange } from '#vocabulary/dates.ts'

/** A person's subscriptions, the one for all brands first. */
export function subscriptionsOf(db: Db, userId: string): Promise<Subscription[]> {
  return rows(
    db,
    sql`select s.id, s.rhythm,
          case when b.id is not null then jsonb_build_object('id', b.id, 'brandName', b.brand_name) end as brand
        from report_subscriptions s left join brands b on b.id = s.brand_id where s.user_id = ${userId}::uuid
        order by b.id is not null, lower(b.brand_name), s.id`,
  )
}

/** Subscribes, or changes the rhythm; a new rhythm starts with the current period. */
export async function upsertSubscription(
  db: Db,
  params: { userId: string; brandId: string | undefined; rhythm: Rhythm },
): Promise<void> {
  await rows(
    db,
    sql`insert into report_subscriptions (id, user_id, brand_id, rhythm)
        values (${newId()}, ${params.userId}, ${params.brandId ?? null}, ${params.rhythm})
        on conflict (user_id, brand_id) do update set rhythm = excluded.rhythm, created_at = now()
        where report_subscriptions.rhythm <> excluded.rhythm`,
  )
}

/** Ends a person's subscription to a brand, or to all brands when `brandId` is undefined. */
export async function endSubscription(db: Db, params: { userId: string; brandId: string | undefined }): Promise<void> {
  await rows(
    db,
    sql`delete from report_subscriptions
        where user_id = ${params.userId} and brand_id is not distinct from ${params.brandId ?? null}::uuid`,
  )
}

/** Ends a subscription; does nothing when there is none. */
export async function endSubscriptionById(db: Db, id: string): Promise<void> {
  await rows(db, sql`delete from report_subscriptions where id = ${id}`)
}

/** SQL: no report was sent for the period. A week and a month that start on the same day are different periods. */
const notSent = ({ startDate, endDate }: DayRange): Sql => sql`not exists (select from report_deliveries r
  where r.subscription_id = s.id and r.period_start = ${startDate} and r.period_end = ${endDate})`

/** Subscriptions of a rhythm that were created before the period ended and have no report for it yet. */
export function subscriptionsDue(
  db: Db,
  rhythm: Rhythm,
  params: { period: DayRange; zone: string },
): Promise<{ id: string }[]> {
  return rows(
    db,
    sql`select s.id from report_subscriptions s
        where s.rhythm = ${rhythm} and (s.created_at at time zone ${params.zone})::date <= ${params.period.endDate}::date
          and ${notSent(params.period)}`,
  )
}

export type DueSubscription = { id: string; userId: string; brandId: string | null; rhythm: Rhythm }

/** A subscription without a report for the period; undefined when that was sent or the subscription ended. */
export function subscriptionToSend(db: Db, id: string, period: DayRange): Promise<DueSubscription | undefined> {
  return row(
    db,
    sql`select s.id, s.user_id "userId", s.brand_id "brandId", s.rhythm from report_subscriptions s
        where s.id = ${id} and ${notSent(period)}`,
  )
}

/** Claims the period for one delivery; false when it is already claimed or the subscription has ended. */
export async function claimDelivery(db: Db, subscriptionId: string, period: DayRange): Promise<boolean> {
  const claimed = await rows(
    db,
    sql`insert into report_deliveries (subscription_id, period_start, period_end)
        select id, ${period.startDate}, ${period.endDate} from report_subscriptions where id = ${subscriptionId}
        on conflict do nothing returning 1 as one`,
  )
  return claimed.length > 0
}

/** Records which mail carried the report of a period. */
export async function recordMail(
  db: Db,
  params: { subscriptionId: string; period: DayRange; mailId: string },
): Promise<void> {
  await rows(
    db,
    sql`update report_deliveries set mail_id = ${params.mailId}
        where subscription_id = ${params.subscriptionId} and period_start = ${params.period.startDate}
          and period_end = ${params.period.endDate}`,
  )
}

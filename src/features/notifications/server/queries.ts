import type { Notification } from '#features/notifications/contract.ts'
import { hasNotificationId } from '#features/findings/server/notification-id.ts'
import { isActive, isActiveStaff } from '#kit/server/active-people.ts'
import { type Db, row, rows, sql, type Sql } from '#kit/server/db.ts'
import { isStaff, type Session } from '#kit/server/session.ts'

export type NoticeRow = Pick<Notification, 'id' | 'model' | 'notificationText' | 'createdDate' | 'records' | 'searched'>

/**
 * A person's notifications `n` with their notices `o`. A Client's are those of its companies and their enabled brands at
 * this moment: what was sent while it had others is not shown any more.
 */
function readableBy(session: Session): Sql {
  const own = sql`from notifications n join notices o on o.id = n.notice_id where n.user_id = ${session.userId}::uuid`
  if (isStaff(session)) return own
  const brandIds = session.brands.filter(({ enabled }) => enabled).map(({ id }) => id)
  return sql`${own} and o.company_id = any(${session.companyIds}::uuid[])
    and (o.brand_id is null or o.brand_id = any(${brandIds}::uuid[]))`
}

/** Where a notification's findings are, which staff choose on their screens, and the searched domain it is about. */
const recordsOf = sql`, case when o.brand_id is not null then jsonb_build_object('company', o.company_id,
  'brand', o.brand_id, 'platform', o.platform) end as records,
  (select jsonb_build_object('domain', s.domain, 'isDecided', s.action is not null) from searched_domains s
    where s.id = o.searched_id) as searched`

/** One page of a person's notifications, newest first, and the total. */
export async function notificationsOf(
  db: Db,
  session: Session,
  { page, size }: { page: number; size: number },
): Promise<{ docs: NoticeRow[]; total: number }> {
  const docs = await rows<NoticeRow>(
    db,
    sql`select n.id, o.model, o.text "notificationText", n.created_at "createdDate" ${isStaff(session) ? recordsOf : sql``}
        ${readableBy(session)} order by n.created_at desc, n.id desc limit ${size} offset ${(page - 1) * size}`,
  )
  const counted = await row<{ total: number }>(db, sql`select count(*)::int total ${readableBy(session)}`)
  return { docs, total: counted?.total ?? 0 }
}

/**
 * Company, brand and platform of a person's notification, by its id or its notice's, and the draft that it is about;
 * undefined when it is not the person's or of no single brand.
 */
export async function scopeOfNotification(
  db: Db,
  session: Session,
  id: string,
): Promise<{ company: string; brand: string; platform: string; draft?: string } | undefined> {
  const found = await row<{ company: string; brand: string; platform: string; draft: string | null }>(
    db,
    sql`select o.company_id company, o.brand_id brand, o.platform, o.draft_id draft
        ${readableBy(session)} and ${hasNotificationId(id)} and o.brand_id is not null
        order by n.notice_id = ${id}::uuid desc limit 1`,
  )
  if (!found) return undefined
  const { draft, ...scope } = found
  return draft === null ? scope : { ...scope, draft }
}

/** Sets the seen flag of the bell for these users. */
export async function setSeen(db: Db, userIds: readonly string[], seen: boolean): Promise<void> {
  await rows(
    db,
    sql`update users set seen = ${seen}, bell_seen_at = case when ${seen} then now() else bell_seen_at end
      where id = any(${userIds}::uuid[]) and seen <> ${seen}`,
  )
}

/** The seen flag of the bell; true for an unknown user. */
export async function isSeen(db: Db, userId: string): Promise<boolean> {
  const found = await row<{ seen: boolean }>(db, sql`select seen from users where id = ${userId}`)
  return found?.seen ?? true
}

/** The brand of a notice; undefined when clients cannot see it there (disabled, deleted, platform removed: G102). */
export function brandForNotice(
  db: Db,
  params: { brandId: string; platformKey: string },
): Promise<{ brandName: string } | undefined> {
  return row(
    db,
    sql`select b.brand_name "brandName" from brands b join companies c on c.id = b.company_id and c.deleted_at is null
        where b.id = ${params.brandId} and b.enabled and b.deleted_at is null and b.platforms ? ${params.platformKey}`,
  )
}

export type Notice = {
  id: string
  companyId: string
  /** Null: of no single brand. */
  brandId: string | null
  platform: string
  model: string
  text: string
  /** A list, or a PostgreSQL array literal. */
  findingIds: readonly string[] | string
  /** The draft that it is about. */
  draftId?: string
  /** The searched domain that it is about. */
  searchedId?: string | undefined
  /** What it says happened, if others that say the same may be joined with it. */
  kind?: string
}

/** Inserts a notice; returns false when it already exists. */
export async function addNotice(db: Db, notice: Notice): Promise<boolean> {
  const added = await rows(
    db,
    sql`insert into notices (id, company_id, brand_id, platform, model, text, finding_ids, draft_id, kind, searched_id)
        values (${notice.id}, ${notice.companyId}, ${notice.brandId}, ${notice.platform}, ${notice.model}, ${notice.text},
          ${notice.findingIds}::uuid[], ${notice.draftId ?? null}, ${notice.kind ?? null},
          ${notice.searchedId ?? null})
        on conflict (id) do nothing returning id`,
  )
  return added.length > 0
}

/** Inserts a notification for every unblocked Client of the company or its parent (G37); returns their ids. */
export async function addNotifications(db: Db, params: { noticeId: string; companyId: string }): Promise<string[]> {
  const notified = await rows<{ userId: string }>(
    db,
    sql`insert into notifications (id, user_id, notice_id)
        select uuid_v7(), u.id, ${params.noticeId} from users u
        where u.role = 'Client' and ${isActive(sql`u`)}
          and u.company_id in (select ${params.companyId}::uuid union select parent_id from companies where id = ${params.companyId})
        on conflict (user_id, notice_id) do nothing
        returning user_id "userId"`,
  )
  return notified.map((one) => one.userId)
}

/** Inserts a notification for this person if an active staff member, else for every Analyst; returns their ids. */
export async function addStaffNotifications(
  db: Db,
  params: { noticeId: string; userId: string | null },
): Promise<string[]> {
  const notified = await rows<{ userId: string }>(
    db,
    sql`with active as (select id, role from users u where ${isActiveStaff(sql`u`)}),
          one as (select id from active where id = ${params.userId}::uuid)
        insert into notifications (id, user_id, notice_id)
        select uuid_v7(), a.id, ${params.noticeId} from active a
        where a.id in (select id from one) or (a.role = 'Analyst' and not exists (select from one))
        on conflict (user_id, notice_id) do nothing returning user_id "userId"`,
  )
  return notified.map((one) => one.userId)
}

/** Inserts a notification for each of these people. */
export async function addNotificationsFor(
  db: Db,
  params: { noticeId: string; userIds: readonly string[] },
): Promise<void> {
  await rows(
    db,
    sql`insert into notifications (id, user_id, notice_id)
        select uuid_v7(), user_id, ${params.noticeId} from unnest(${params.userIds}::uuid[]) as p (user_id)
        on conflict (user_id, notice_id) do nothing`,
  )
}

import { type Db, rows, sql } from '#kit/server/db.ts'

/** Two jobs must not join notices of a company at the same time. */
export async function lockNotices(db: Db, companyId: string): Promise<void> {
  await rows(db, sql`select pg_advisory_xact_lock(hashtextextended(${`notices ${companyId}`}, 0))`)
}

/** A notice of more findings is not joined with others: each time, all their ids are written. */
const maxFindings = 2_000

/** So many notices that were joined lead to the one they are in: the newest. */
const maxJoined = 2_000

type Joined = { noticeId: string; findingIds: string[]; count: number }

/**
 * Joins a new notice, for those who have not looked at the bell since an equal one (kind, brand and platform), with that
 * one: its notification shows the findings of both and has the time of now; that of the new notice is removed. Returns
 * the joined notices, whose texts are still to be set.
 */
export async function joinUnseen(
  db: Db,
  notice: { id: string; companyId: string; brandId: string; platform: string; kind: string },
  userIds: readonly string[],
): Promise<Joined[]> {
  const unseen = await rows<{ before: string; users: string[]; isOfAll: boolean }>(
    db,
    sql`with latest as (
        select distinct on (n.user_id) n.user_id, o.id
        from users u join notifications n on n.user_id = u.id and n.created_at > u.bell_seen_at
        join notices o on o.id = n.notice_id
        where u.id = any(${userIds}::uuid[]) and not u.seen and o.id <> ${notice.id} and o.kind = ${notice.kind}
          and o.brand_id = ${notice.brandId} and o.platform = ${notice.platform}
          and cardinality(o.finding_ids) + (select cardinality(finding_ids) from notices where id = ${notice.id})
            <= ${maxFindings}
        order by n.user_id, n.created_at desc, n.id desc)
      select id before, array_agg(user_id) users,
        count(*) = (select count(*) from notifications n where n.notice_id = l.id) "isOfAll"
      from latest l group by id`,
  )
  const joined: Joined[] = []
  for (const { before, users, isOfAll } of unseen) {
    const into = isOfAll ? before : await copyNotice(db, before)
    await rows(
      db,
      sql`with dropped as (
          delete from notifications where notice_id = ${notice.id} and user_id = any(${users}::uuid[]))
        update notifications set notice_id = ${into}, created_at = now()
        where notice_id = ${before} and user_id = any(${users}::uuid[])`,
    )
    joined.push(await addFindings(db, into, notice.id))
  }
  return joined
}

/** A notice that only some have not seen stays as it is for the others. */
async function copyNotice(db: Db, id: string): Promise<string> {
  const [copy] = await rows<{ id: string }>(
    db,
    sql`insert into notices (id, company_id, brand_id, platform, model, text, finding_ids, kind, joined_ids)
      select gen_random_uuid(), company_id, brand_id, platform, model, text, finding_ids, kind, id || joined_ids
      from notices where id = ${id} returning id`,
  )
  return copy!.id
}

async function addFindings(db: Db, into: string, from: string): Promise<Joined> {
  const [joined] = await rows<Joined>(
    db,
    sql`update notices o set finding_ids = array(
        select unnest(o.finding_ids) union select unnest(n.finding_ids) from notices n where n.id = ${from}),
        joined_ids = (${from}::uuid || o.joined_ids)[:${maxJoined}::int]
      where o.id = ${into} returning o.id "noticeId", o.finding_ids "findingIds", cardinality(o.finding_ids) count`,
  )
  return joined!
}

/** The text of a joined notice. */
export async function setText(db: Db, noticeId: string, text: string): Promise<void> {
  await rows(db, sql`update notices set text = ${text} where id = ${noticeId}`)
}

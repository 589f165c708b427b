import type { DeskScore } from '#features/enforcement/contract-schemas.ts'
import { joinedHarm, joinHarm } from '#features/findings/server/harm-of-finding.ts'
import { type Db, rows, sql } from '#kit/server/db.ts'

/** The job: counts what every desk did about its notices; the counts are replaced at once. */
export async function countDeskScores(db: Db): Promise<void> {
  await rows(db, sql`delete from desk_scores`)
  await rows(
    db,
    sql`insert into desk_scores (email, harm, action_taken, sent, bounced, answered, down_1, down_7, down_30, down)
      select lower(e.abuse_email), ${joinedHarm}, e.action_taken, count(*), count(*) filter (where i.bounced),
        count(*) filter (where i.answered), count(*) filter (where d.days <= 1), count(*) filter (where d.days <= 7),
        count(*) filter (where d.days <= 30), count(d.days)
      from mails m join enforcements e on e.id = m.id and e.abuse_email is not null
      join findings f on f.company_id = e.company_id and f.id = e.finding_id and f.deleted_at is null
      ${joinHarm(sql`f.reason_code`)}
      left join finding_clocks c on c.company_id = e.company_id and c.finding_id = e.finding_id
      left join (select enforcement_id, bool_or(kind = 'bounce') as bounced, bool_or(kind = 'reply') as answered
        from inbound_mails where enforcement_id is not null and doubt is null group by 1) i on i.enforcement_id = e.id
      cross join lateral (select case when c.unreachable_at >= m.sent_at
        then extract(epoch from c.unreachable_at - m.sent_at) / 86400 end as days) d
      where m.kind = 'enforcement' and m.sent_at is not null group by 1, 2, 3`,
  )
}

/** The scores of these addresses, in lower case, most notices first. */
export async function scoresOf(db: Db, emails: readonly string[]): Promise<Map<string, DeskScore[]>> {
  const found = await rows<DeskScore & { email: string }>(
    db,
    sql`select email, harm, action_taken as "actionTaken", sent, bounced, answered, down_1 as "down1",
        down_7 as "down7", down_30 as "down30", down, counted_at as "countedAt"
      from desk_scores where email = any(${emails}::text[]) order by sent desc, harm, action_taken`,
  )
  return Map.groupBy(
    found.map(({ email, ...score }) => ({ email, ...score })),
    ({ email }) => email,
  )
}

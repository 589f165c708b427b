import type { DeskScore } from '#features/enforcement/contract-schemas.ts'
import { joinedHarm, joinHarm } from '#features/findings/server/harm-of-finding.ts'
import { type Db, rows, sql } from '#kit/server/db.ts'

/** The job: counts what every desk did about its notices; the counts are replaced at once. */
export async function countDeskScores(db: Db): Promise<void> {
  await rows(db, sql`delete from desk_scores`)
  await rows(
    db,
    sql`insert into desk_scores
        (desk, harm, action_taken, text_id, sent, bounced, answered, down_1, down_7, down_30, down)
      select e.desk, ${joinedHarm}, e.action_taken, coalesce(e.text_id, 0), count(*), count(*) filter (where i.bounced),
        count(*) filter (where i.answered), count(*) filter (where d.days <= 1), count(*) filter (where d.days <= 7),
        count(*) filter (where d.days <= 30), count(d.days)
      from (
        select n.id, n.company_id, n.finding_id, n.action_taken, n.text_id, lower(n.abuse_email) as desk, m.sent_at
          from mails m join enforcements n on n.id = m.id and n.abuse_email is not null
          where m.kind = 'enforcement' and m.sent_at is not null
        union all
        select n.id, n.company_id, n.finding_id, n.action_taken, n.text_id, n.form, n.submitted_at
          from enforcements n where n.submitted_at is not null) e
      join findings f on f.company_id = e.company_id and f.id = e.finding_id and f.deleted_at is null
      ${joinHarm(sql`f.reason_code`)}
      left join finding_clocks c on c.company_id = e.company_id and c.finding_id = e.finding_id
      left join (select enforcement_id, bool_or(kind = 'bounce') as bounced, bool_or(kind = 'reply') as answered
        from inbound_mails where enforcement_id is not null and doubt is null group by 1) i on i.enforcement_id = e.id
      cross join lateral (select case when c.unreachable_at >= e.sent_at
        then extract(epoch from c.unreachable_at - e.sent_at) / 86400 end as days) d
      group by 1, 2, 3, 4`,
  )
}

/** The scores of these desks, by their address in lower case or that of their form, most notices first. */
export async function scoresOf(db: Db, desks: readonly string[]): Promise<Map<string, DeskScore[]>> {
  const found = await rows<DeskScore & { desk: string }>(
    db,
    sql`select s.desk, s.harm, s.action_taken as "actionTaken", s.sent, s.bounced, s.answered, s.down_1 as "down1",
        s.down_7 as "down7", s.down_30 as "down30", s.down, s.counted_at as "countedAt",
        case when t.id is not null then jsonb_build_object('brand', b.brand_name, 'platform', c.platform, 'since', t.first_used_at,
          'number', (select count(*) from notice_texts o where o.configuration_id = t.configuration_id and o.id <= t.id))
          end as text
      from desk_scores s left join notice_texts t on t.id = s.text_id
      left join enforcement_configurations c on c.id = t.configuration_id left join brands b on b.id = c.brand_id
      where s.desk = any(${desks}::text[]) order by s.sent desc, s.harm, s.action_taken, s.text_id desc`,
  )
  return Map.groupBy(
    found.map(({ desk, ...score }) => ({ desk, ...score })),
    ({ desk }) => desk,
  )
}

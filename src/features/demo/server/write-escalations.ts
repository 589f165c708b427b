import type { PoolClient } from 'pg'
import { reasons, defaultTexts } from '#features/escalations/messages.ts'
import { type StepKind } from '#features/escalations/rules.ts'
import { complaintTexts } from '#features/case-files/messages.ts'
import { defaultBusinessZone } from '#vocabulary/dates.ts'
import { harmOf, harms } from '#vocabulary/harm-kinds.ts'
import { reasonCodes } from '#vocabulary/reason-codes.ts'
import type { ActivityContext } from './activity-context.ts'

const days: Readonly<Record<StepKind, number>> = { reminder: 7, host: 7, registrar: 10, icann: 14 }

/** The codes for which ICANN looks at a complaint. */
const dnsAbuse = reasonCodes.map(({ code }) => code).filter((code) => harms[harmOf(code)].dnsAbuse !== null)

/** SQL of an id that is the same in every demo world, with the bits of a version 4 UUID. */
const idOf = (what: string, key: string) =>
  `overlay(overlay(md5('${what} ' || ${key}) placing '4' from 13) placing '8' from 17)::uuid`

/**
 * An escalation for every configuration whose notices are sent by email, and runs for findings of the last two months.
 * Most are due within the coming week, so that nothing is due at once; some are paused, answered or finished. A complaint to
 * ICANN is a task where the registrar was told about DNS abuse; those that have come so far without that skipped it.
 */
export async function writeEscalations(client: PoolClient, { now }: ActivityContext): Promise<void> {
  const steps = (Object.keys(days) as StepKind[]).map((kind) => ({ kind, days: days[kind], text: defaultTexts[kind] }))
  await client.query(
    `insert into escalations (configuration_id, enabled, stops_on_reply, steps)
      select c.id, c.enabled, true, (select jsonb_agg(s || jsonb_build_object('id', ${idOf('step', "c.id || (s->>'kind')")}))
        from jsonb_array_elements($1::jsonb) s)
      from enforcement_configurations c where c.platform in ('domain', 'website')`,
    [JSON.stringify(steps)],
  )
  await client.query(
    `with notices as (
        select distinct on (e.finding_id) e.*, m.sent_at, f.brand_id, f.platform,
          coalesce(f.reason_code = any($6::text[]), false) as is_dns_abuse,
          coalesce(w.url ~ '^https?://[0-9.]+/', false) as is_ip_address
        from enforcements e join mails m on m.id = e.id and m.sent_at is not null
        join findings f on f.company_id = e.company_id and f.id = e.finding_id and f.status = '11' and f.deleted_at is null
        left join findings_website w on w.company_id = f.company_id and w.finding_id = f.id
        where f.platform in ('domain', 'website') order by e.finding_id, m.sent_at desc),
      numbered as (select n.*, l.configuration_id, l.steps, row_number() over (order by n.sent_at desc, n.finding_id) as n,
          row_number() over (partition by n.is_for_icann order by n.sent_at desc, n.finding_id) as of_kind
        from (select *, is_dns_abuse and not is_ip_address and desk_kind = 'registrar' as is_for_icann from notices) n
          join enforcement_configurations c on c.company_id = n.company_id and c.brand_id = n.brand_id
          and c.platform = n.platform and c.enabled join escalations l on l.configuration_id = c.id),
      states as (select t.*, case when is_for_icann and of_kind % 3 = 1 then 'task' when n % 12 = 3 then 'paused'
          when n % 12 = 5 then 'stopped' when n % 12 in (7, 11) then 'done' else 'waiting' end as state
        from numbered t where n <= 96),
      standing as (select t.*, case when state = 'task' then 3 when state = 'done' then null
          else case n % 12 when 3 then 1 when 2 then 2 when 8 then 1 else 0 end end as position from states t)
      insert into escalation_runs (id, company_id, finding_id, configuration_id, notice_id, began_at, state, since, step, kind,
        next_at, passed, reason, updated_at)
      select ${idOf('escalation', 's.finding_id')}, s.company_id, s.finding_id, s.configuration_id, s.id, s.sent_at, s.state,
        s.sent_at, (s.steps->s.position->>'id')::uuid, s.steps->s.position->>'kind',
        case when s.state = 'done' then null else (($1::timestamptz at time zone $2)::date
          + case when s.state = 'waiting' then 1 + (s.n % 6)::int else -2 end + time '10:00') at time zone $2 end,
        array(select (p.step->>'id')::uuid from jsonb_array_elements(s.steps) with ordinality as p (step, position)
          where p.position <= coalesce(s.position, 4)),
        case s.state when 'paused' then $3 when 'stopped' then $4
          when 'done' then case when s.is_ip_address then $8 when not s.is_dns_abuse then $5
            when not s.is_for_icann then $7 end end, s.sent_at
      from standing s`,
    [
      now,
      defaultBusinessZone,
      reasons.noAddress.host,
      reasons.replied('abuse@namekeep-registrar.example'),
      complaintTexts.noDnsAbuse,
      dnsAbuse,
      complaintTexts.noNotice,
      complaintTexts.noName,
    ],
  )
  await client.query(
    `insert into escalation_events (id, run_id, at, what, kind, reason, enforcement_id)
      select ${idOf('begun', 'r.id')}, r.id, r.began_at, 'began', null, null, r.notice_id from escalation_runs r
      union all select ${idOf('skipped', 'r.id')}, r.id, least(r.began_at + interval '7 days', $1::timestamptz) - interval '1 second',
        'skipped', 'icann', r.reason, null from escalation_runs r where r.state = 'done' and r.reason is not null
      union all select ${idOf('stands', 'r.id')}, r.id,
        case r.state when 'task' then greatest(r.next_at, r.began_at)
          else least(r.began_at + interval '7 days', $1::timestamptz) end,
        case r.state when 'paused' then 'paused' when 'stopped' then 'stopped' when 'task' then 'asked' else 'ended' end,
        r.kind, case when r.state <> 'done' then r.reason end, null
      from escalation_runs r where r.state in ('paused', 'stopped', 'task', 'done')`,
    [now],
  )
}

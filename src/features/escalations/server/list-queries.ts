import type { EscalationEvent, escalations, NextStep } from '#features/escalations/contract.ts'
import { inScopes, visible } from '#features/findings/server/visible.ts'
import type { HandlerInput } from '#kit/contract/endpoint.ts'
import type { Page } from '#kit/contract/page.ts'
import { type Db, joinConditions, row, rows, sql, type Sql } from '#kit/server/db.ts'
import { fullNameOf } from '#kit/server/full-name.ts'
import { orderOf, readPage } from '#kit/server/read-page.ts'
import { searchConditions } from '#kit/server/search-text.ts'
import type { Session } from '#kit/server/session.ts'
import { reportedPlatforms } from '#platforms/all.ts'
import { addressColumns, joinAddressTables, reportedAddress } from './reported-address.ts'

const columns = sql`r.id, r.finding_id as "findingId", f.platform, ${reportedAddress} as address,
  jsonb_build_object('id', k.id, 'name', k.name) as company,
  jsonb_build_object('id', b.id, 'name', b.brand_name) as brand, r.state, r.kind, r.next_at as "nextAt", r.reason,
  nullif(${fullNameOf(sql`u`)}, '') as "decidedBy",
  r.form,
  jsonb_build_object('id', r.notice_id, 'at', r.began_at, 'to', coalesce(n.abuse_email, n.desk_name),
    'registrar', n.registrar, 'ipAddress', n.ip_address, 'hosting', n.hosting) as notice, r.updated_at as "updatedAt",
  r.version`
const from = sql`from escalation_runs r join findings f on f.company_id = r.company_id and f.id = r.finding_id
  join companies k on k.id = f.company_id join brands b on b.id = f.brand_id join enforcements n on n.id = r.notice_id
  ${joinAddressTables}
  left join users u on u.id = r.decided_by`

const sortColumns: Readonly<Record<string, Sql>> = {
  address: reportedAddress,
  company: sql`lower(k.name)`,
  brand: sql`lower(b.brand_name)`,
  platform: sql`f.platform`,
  state: sql`r.state`,
  kind: sql`r.kind`,
  nextAt: sql`r.next_at`,
  noticeAt: sql`r.began_at`,
  updatedAt: sql`r.updated_at`,
}

type NextStepsQuery = HandlerInput<typeof escalations.nextSteps>

/** The findings this person may see on the platforms whose findings are reported. */
function visibleRuns(session: Session, { platform, company, brand }: Partial<NextStepsQuery>): Sql {
  return inScopes(
    reportedPlatforms
      .filter(({ value }) => platform === undefined || value === platform)
      .map((one) => visible(one, session, { clientCompanyId: company, brand })),
  )
}

/**
 * Runs that wait for a person come first: tasks, then paused ones; then those that continue by themselves; ended ones
 * come last. The due date of a paused or ended run is not relevant.
 */
const byUrgency = sql`array_position(array['task', 'paused', 'leaving', 'waiting', 'stopped', 'done'], r.state)`

/** A page of findings in escalation; unless sorted, by urgency and then by due date. */
export function pageOfNextSteps(db: Db, session: Session, query: NextStepsQuery): Promise<Page<NextStep>> {
  const conditions = joinConditions([
    visibleRuns(session, query),
    ...(query.state ? [sql`r.state = ${query.state}`] : []),
    ...(query.kind ? [sql`r.kind = ${query.kind}`] : []),
    ...searchConditions(query.search, addressColumns),
  ])
  const due = orderOf({ sortBy: 'nextAt', sortDirection: 'asc' }, sortColumns, sql`r.id`)
  return readPage(db, query, {
    select: columns,
    from: sql`${from} where ${conditions}`,
    order: query.sortBy === undefined ? sql`${byUrgency}, ${due}` : orderOf(query, sortColumns, sql`r.id`),
  })
}

/** The escalation of a finding; undefined when it has none or is not visible. */
export function runOfFinding(db: Db, session: Session, findingId: string): Promise<NextStep | undefined> {
  return row(db, sql`select ${columns} ${from} where ${visibleRuns(session, {})} and r.finding_id = ${findingId}`)
}

/** The last 200 events of a run, oldest first. */
export function eventsOf(db: Db, runId: string): Promise<EscalationEvent[]> {
  return rows(
    db,
    sql`select * from (select v.id, v.at, v.what, v.kind, v.reason,
          nullif(${fullNameOf(sql`u`)}, '') as by
        from escalation_events v left join users u on u.id = v.user_id where v.run_id = ${runId}
        order by v.at desc, v.id desc limit 200) as last order by at, id`,
  )
}

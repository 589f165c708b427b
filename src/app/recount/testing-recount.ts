import { foldClusters } from '#features/clusters/server/fold-clusters.ts'
import { foldCounters } from '#features/findings/server/counters.ts'
import { facetColumns, maxFacetLength } from '#features/findings/server/facet-columns.ts'
import { foldClocks } from '#features/revisits/server/update-clocks.ts'
import { rows, sql, type Db, type Sql } from '#kit/server/db.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { storedName } from '#columns/stored.ts'
import { platforms } from '#platforms/all.ts'
import { approved } from '#vocabulary/statuses.ts'

const live = sql`findings f where f.deleted_at is null`
const month = (day: Sql): Sql => sql`date_trunc('month', ${day})::date`
/** What a finding counts as, and the seller of any e-commerce finding. */
const valued = sql`findings f cross join lateral values_of_finding(f.company_id, f.platform, f.id) v where f.deleted_at is null`
const sold = sql`findings_e_commerce d join findings f on f.company_id = d.company_id and f.id = d.finding_id
  where f.deleted_at is null and d.username is not null`
const answers = (
  more: Sql,
): Sql => sql`(select min(i.received_at) from inbound_mails i join enforcements e on e.id = i.enforcement_id
  where e.company_id = c.company_id and e.finding_id = c.finding_id and i.doubt is null and ${more})`

/** What is stored beside the records it follows from, each with what a count of these gives. */
const derived: Record<string, { stored: Sql; counted: Sql }> = {
  'counters by day': {
    stored: sql`select company_id, platform, reporting_date, brand_id, status, n from counter_day where n <> 0`,
    counted: sql`select company_id, platform, reporting_date, brand_id, status, count(*)::int from ${live} group by 1, 2, 3, 4, 5`,
  },
  'counters by month': {
    stored: sql`select company_id, platform, month, brand_id, status, n from counter_month where n <> 0`,
    counted: sql`select company_id, platform, ${month(sql`reporting_date`)}, brand_id, status, count(*)::int from ${live} group by 1, 2, 3, 4, 5`,
  },
  'counters by priority': {
    stored: sql`select company_id, platform, brand_id, status, priority, n from counter_priority where n <> 0`,
    counted: sql`select company_id, platform, brand_id, status, coalesce(priority, ''), count(*)::int from ${live} group by 1, 2, 3, 4, 5`,
  },
  'values by day': {
    stored: sql`select company_id, kind, reporting_date, brand_id, value, n from counter_value_day where n <> 0`,
    counted: sql`select f.company_id, v.kind, f.reporting_date, f.brand_id, v.value, count(*)::int from ${valued} group by 1, 2, 3, 4, 5`,
  },
  'values by month': {
    stored: sql`select company_id, kind, month, brand_id, value, n from counter_value where n <> 0`,
    counted: sql`select f.company_id, v.kind, m.month, f.brand_id, v.value, count(*)::int
      from (select f.*, v.kind, v.value from ${valued}) f cross join lateral (select f.kind, f.value) v
      cross join lateral (values (${month(sql`f.reporting_date`)}), ('-infinity'::date)) m (month) group by 1, 2, 3, 4, 5`,
  },
  'sellers by month': {
    stored: sql`select company_id, month, value, n from counter_seller where n <> 0`,
    counted: sql`select f.company_id, ${month(sql`f.reporting_date`)}, v.value, count(*)::int from ${valued} and v.kind = 'seller' group by 1, 2, 3`,
  },
  'sellers by site': {
    stored: sql`select seller, site, company_id, n from seller_counts where n <> 0`,
    counted: sql`select lower(d.username), lower(d.site), d.company_id, count(*)::int from ${sold} group by 1, 2, 3`,
  },
  'sellers of all companies': {
    stored: sql`select seller, site, n from seller_totals where n <> 0`,
    counted: sql`select lower(d.username), lower(d.site), count(*)::int from ${sold} group by 1, 2`,
  },
  'sellers of findings': {
    stored: sql`select id, seller from findings where platform = 'e-commerce'`,
    counted: sql`select finding_id, nullif(lower(username), '') from findings_e_commerce`,
  },
  'last enforcements': {
    stored: sql`select finding_id, enforcement_id, platform, registrar, ip_address, hosting, action_taken, action_date from last_enforcements`,
    counted: sql`select distinct on (e.finding_id) e.finding_id, e.id, f.platform, e.registrar, e.ip_address, e.hosting, e.action_taken, e.action_date
      from enforcements e join findings f on f.company_id = e.company_id and f.id = e.finding_id order by e.finding_id, e.action_date desc, e.id desc`,
  },
  clocks: {
    stored: sql`select finding_id, brand_id, platform, deleted_at, detected_at, approved_at, sent_at, acknowledged_at, answered_at
      from finding_clocks`,
    counted: sql`select c.finding_id, f.brand_id, f.platform, f.deleted_at, detected_at(f.created_at, f.reporting_date),
        (select min(l.at) from status_log l where l.finding_id = f.id and l.status_to = ${approved}),
        least((select min(m.sent_at) from mails m join enforcements e on e.id = m.id where e.finding_id = f.id),
          (select min(e.submitted_at) from enforcements e where e.finding_id = f.id)),
        ${answers(sql`i.kind in ('automatic', 'reply')`)}, ${answers(sql`i.kind = 'reply'`)}
      from (select distinct company_id, finding_id from enforcements) c
      join findings f on f.company_id = c.company_id and f.id = c.finding_id`,
  },
  'addresses that answered': {
    stored: sql`select email, answered_at from answered_addresses`,
    counted: sql`select lower(i.sender), max(i.received_at) from inbound_mails i join enforcements e on e.id = i.enforcement_id
      where i.doubt is null and i.kind in ('automatic', 'reply') and lower(e.abuse_email) = lower(i.sender) group by 1`,
  },
  'watched findings': {
    stored: sql`select finding_id from finding_watches`,
    counted: sql`select finding_id from enforcements`,
  },
  assignments: {
    stored: sql`select a.finding_id, a.user_id, a.due_from from assignments a`,
    counted: sql`select l.finding_id, l.user_to,
        (select max(s.at) from status_log s where s.finding_id = l.finding_id and s.status_to = ${approved})
      from (select distinct on (finding_id) finding_id, user_to from assignment_log order by finding_id, at desc, id desc) l
      where l.user_to is not null`,
  },
  'last statuses in the log': {
    stored: sql`select f.id, f.status from findings f where exists (select from status_log l where l.finding_id = f.id)`,
    counted: sql`select distinct on (l.finding_id) l.finding_id, l.status_to from status_log l join findings f on f.id = l.finding_id
      order by l.finding_id, l.at desc, l.id desc`,
  },
  'kinds of the log': {
    stored: sql`select company_id, brand_id, platform, status_from, status_to from status_log_kinds`,
    counted: sql`select company_id, brand_id, platform, status_from, status_to from status_log`,
  },
  'people of the log': {
    stored: sql`select company_id, username from status_log_people`,
    counted: sql`select company_id, username from status_log`,
  },
  'terms of the log': {
    stored: sql`select company_id, finding_id, search_term from status_log_terms`,
    counted: sql`select company_id, finding_id, search_term from status_log`,
  },
  'decisions on many': {
    stored: sql`select id, changed + left_out from bulk_decisions where state in ('Done', 'Undone')`,
    counted: sql`select b.decision_id, sum(cardinality(b.finding_ids))::int from bulk_decision_batches b
      join bulk_decisions d on d.id = b.decision_id where d.state in ('Done', 'Undone') group by 1`,
  },
  'findings of values': {
    stored: sql`select company_id, value_id, findings from cluster_values where not is_common`,
    counted: sql`select s.company_id, s.value_id, count(v.finding_id)::int from cluster_values s
      left join finding_values v on v.company_id = s.company_id and v.value_id = s.value_id where not s.is_common group by 1, 2`,
  },
  'counts of clusters': {
    stored: sql`select company_id, cluster_id, brand_id, platform, status, findings, first_seen, last_seen from cluster_counts n
      where exists (select from clusters c where c.company_id = n.company_id and c.id = n.cluster_id and c.findings > 1)`,
    counted: sql`select m.company_id, m.cluster_id, f.brand_id, f.platform, f.status, count(*)::int, min(f.reporting_date), max(f.reporting_date)
      from (select distinct s.company_id, s.cluster_id, v.finding_id from cluster_values s
        join finding_values v on v.company_id = s.company_id and v.value_id = s.value_id and not v.is_parted) m
      join findings f on f.company_id = m.company_id and f.id = m.finding_id and f.deleted_at is null
      where m.cluster_id in (select s.cluster_id from cluster_values s
        join finding_values v on v.company_id = s.company_id and v.value_id = s.value_id and not v.is_parted
        join findings f on f.id = v.finding_id and f.deleted_at is null group by 1 having count(distinct f.id) > 1)
      group by 1, 2, 3, 4, 5`,
  },
  'clusters of findings that share values': {
    stored: sql`select v.company_id, v.finding_id, 1::bigint from finding_values v where false`,
    counted: sql`select v.company_id, v.finding_id, count(distinct s.cluster_id) from finding_values v
      join cluster_values s on s.company_id = v.company_id and s.value_id = v.value_id
      where s.is_joining and not s.is_parted and not v.is_parted group by 1, 2 having count(distinct s.cluster_id) > 1`,
  },
}

/** What nothing may lack, though it may have more: choices of filters stay when the last finding that has them goes. */
const choices = platforms.flatMap((platform) =>
  facetColumns(platform).map((name) => ({
    what: `choices of ${name} on ${platform.value}`,
    missing: sql`select f.company_id, f.brand_id, d.${sql.ref(storedName(name))} as value from ${sql.table(platform.table)} d
      join findings f on f.company_id = d.company_id and f.id = d.finding_id
      where d.${sql.ref(storedName(name))} <> '' and length(d.${sql.ref(storedName(name))}) <= ${maxFacetLength} and not exists (
        select from facets s where s.company_id = f.company_id and s.platform = ${platform.value} and s.brand_id = f.brand_id
          and s.name = ${name} and s.value = d.${sql.ref(storedName(name))})`,
  })),
)

/** What a computation from the beginning gives of tables that have no shorter description than the code that fills them. */
const filledAnew: Record<string, { table: Sql; begin: Sql }> = {
  'values of findings': {
    table: sql`select company_id, finding_id, value_id, is_parted from finding_values`,
    begin: sql`insert into cluster_pending (company_id, has_new_values, finding_ids) select company_id, true, array_agg(id) from findings group by 1`,
  },
  clusters: {
    table: sql`select company_id, id, joined_into, findings, open, brands, first_seen, last_seen from clusters where findings > 1`,
    begin: sql`insert into cluster_pending (company_id, has_new_values, finding_ids) select company_id, true, array_agg(id) from findings group by 1`,
  },
  'sums of clocks': {
    table: sql`select company_id, brand_id, platform, month, step, is_business, begun, buckets, counts from clock_sums`,
    begin: sql`update clock_reading set summed_by = null`,
  },
}

type Parts = Pick<AppContext, 'pool' | 'db' | 'settings'>

/** Does what the worker does every few seconds, until nothing is left. */
export async function foldAll(app: Parts): Promise<void> {
  while ((await foldCounters(app.db)) > 0);
  while ((await rows<{ n: number }>(app.db, sql`select fold_log_rows() as n`))[0]!.n > 0);
  while ((await foldClusters(app)) > 0);
  await foldClocks(app, 1)
}

/** Everything derived that differs from a count of the records, by its name; with a few of the rows on either side. */
export async function differences(app: Parts): Promise<Record<string, unknown>> {
  await foldAll(app)
  const found: Record<string, unknown> = {}
  const note = async (what: string, difference: Sql) => {
    const different = await rows(app.db, sql`select * from (${difference}) d limit 6`)
    if (different.length > 0) found[what] = different
  }
  for (const [what, { stored, counted }] of Object.entries(derived))
    await note(
      what,
      sql`(select 'only stored' as side, * from (select * from (${stored}) s except select * from (${counted}) c) a)
      union all (select 'only counted', * from (select * from (${counted}) c except select * from (${stored}) s) b)`,
    )
  for (const { what, missing } of choices) await note(what, missing)
  await compareFilledAnew(app, found)
  return found
}

async function compareFilledAnew(app: Parts, found: Record<string, unknown>): Promise<void> {
  const read = async (db: Db) =>
    Promise.all(
      Object.entries(filledAnew).map(
        async ([what, { table }]) => [what, (await rows<object>(db, table)).map((one) => JSON.stringify(one))] as const,
      ),
    )
  const before = new Map(await read(app.db))
  for (const begin of new Set(Object.values(filledAnew).map((one) => one.begin))) await begin.execute(app.db)
  await foldAll(app)
  for (const [what, after] of await read(app.db)) {
    const [old, anew] = [new Set(before.get(what)), new Set(after)]
    const gone = [...old].filter((one) => !anew.has(one)).slice(0, 5)
    const added = [...anew].filter((one) => !old.has(one)).slice(0, 5)
    if (gone.length + added.length > 0) found[what] = { gone, added }
  }
}

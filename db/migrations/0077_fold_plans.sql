-- Folding took minutes on a connection that had folded while nothing was pending: its statements were planned for empty
-- tables, and the plan stayed. They are planned anew for each batch now, and claimed rows are deleted by their ctid.
-- The upserts come in the order of the key, so that neighbours share index pages.

drop function fold_values(int);
-- Moves up to `max_rows` pending changes into counter_value; returns how many it took. One process at a time; the others
-- return 0 at once.
create function fold_values(max_rows int default 20000) returns int language plpgsql
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  folded int;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_values')) then
    return 0;
  end if;
  with claimed as materialized (
    delete from value_delta where ctid = any(array(
      select ctid from value_delta order by id limit max_rows for update skip locked))
    returning company_id, kind, reporting_date, brand_id, value, n
  ), summed as materialized (
    select company_id, kind, m.month, brand_id, value, sum(n) as n from claimed
    cross join lateral (values (date_trunc('month', reporting_date)::date), ('-infinity'::date)) m (month)
    group by 1, 2, 3, 4, 5 having sum(n) <> 0
  ), written as (
    insert into counter_value (company_id, kind, month, brand_id, value, n)
    select company_id, kind, month, brand_id, value, n from summed order by 1, 2, 3, 4, 5
    on conflict (company_id, kind, month, brand_id, value) do update set n = counter_value.n + excluded.n
  )
  select count(*) into folded from claimed;
  return folded;
end $$;

drop function fold_sellers(int);
-- The same for seller_delta: counts of each seller on its site, by company and in all.
create function fold_sellers(max_rows int default 20000) returns int language plpgsql
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  folded int;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_sellers')) then
    return 0;
  end if;
  with claimed as materialized (
    delete from seller_delta where ctid = any(array(
      select ctid from seller_delta order by id limit max_rows for update skip locked))
    returning seller, site, company_id, n
  ), counted as (
    insert into seller_counts (seller, site, company_id, n)
    select seller, site, company_id, sum(n) from claimed group by 1, 2, 3 order by 1, 2, 3
    on conflict (seller, site, company_id) do update set n = seller_counts.n + excluded.n
  ), totalled as (
    insert into seller_totals (seller, site, n)
    select seller, site, sum(n) from claimed group by 1, 2 order by 1, 2
    on conflict (seller, site) do update set n = seller_totals.n + excluded.n
  )
  select count(*) into folded from claimed;
  return folded;
end $$;

drop function fold_counters(int);
-- The same for counter_delta: findings by day, by month and by priority.
create function fold_counters(max_rows int default 20000) returns int language plpgsql
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  folded int;
begin
  -- One process at a time: two would upsert the same rows in different orders and deadlock.
  if not pg_try_advisory_xact_lock(hashtext('fold_counters')) then
    return 0;
  end if;
  with claimed as materialized (
    delete from counter_delta where ctid = any(array(
      select ctid from counter_delta order by id limit max_rows for update skip locked))
    returning company_id, platform, reporting_date, brand_id, status, priority, n
  ), by_day as (
    insert into counter_day (company_id, platform, reporting_date, brand_id, status, n)
    select company_id, platform, reporting_date, brand_id, status, sum(n) from claimed
    group by 1, 2, 3, 4, 5 having sum(n) <> 0 order by 1, 2, 3, 4, 5
    on conflict (company_id, platform, reporting_date, brand_id, status) do update set n = counter_day.n + excluded.n
  ), by_month as (
    insert into counter_month (company_id, platform, month, brand_id, status, n)
    select company_id, platform, date_trunc('month', reporting_date)::date, brand_id, status, sum(n) from claimed
    group by 1, 2, 3, 4, 5 having sum(n) <> 0 order by 1, 2, 3, 4, 5
    on conflict (company_id, platform, month, brand_id, status) do update set n = counter_month.n + excluded.n
  ), by_priority as (
    insert into counter_priority (company_id, platform, brand_id, status, priority, n)
    select company_id, platform, brand_id, status, priority, sum(n) from claimed
    group by 1, 2, 3, 4, 5 having sum(n) <> 0 order by 1, 2, 3, 4, 5
    on conflict (company_id, platform, brand_id, status, priority) do update set n = counter_priority.n + excluded.n
  )
  select count(*) into folded from claimed;
  return folded;
end $$;

-- Rows live here for seconds: vacuumed by their number, not by a share of a table that is mostly empty.
alter table counter_delta set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table seller_delta set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);
alter table value_delta set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

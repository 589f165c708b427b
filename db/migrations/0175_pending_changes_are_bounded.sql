-- Changes that wait to be folded were bounded by the worker alone: without one they grew without end, and every list
-- adds them up. Above 100,000 of a kind, whoever writes next folds what is too much, and a tenth more, in the same
-- transaction.

-- Up to where each table is folded, by id. Counting what waits would read it; the difference to the sequence is the same.
create table counter_folds (
  pending text primary key,
  up_to bigint not null,
  -- How many may wait before writers fold.
  most int not null default 100000
);
insert into counter_folds (pending, up_to) values
  ('counter_delta', coalesce((select min(id) - 1 from counter_delta), (select last_value from counter_delta_id_seq))),
  ('seller_delta', coalesce((select min(id) - 1 from seller_delta), (select last_value from seller_delta_id_seq))),
  ('value_delta', coalesce((select min(id) - 1 from value_delta), (select last_value from value_delta_id_seq)));
alter table counter_folds set (fillfactor = 50);

-- The functions that fold are those of 0091 and 0077, and also say how far they came.
create or replace function fold_values(max_rows int default 20000) returns int language plpgsql
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  folded int;
  highest bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_values')) then
    return 0;
  end if;
  with claimed as materialized (
    delete from value_delta where ctid = any(array(
      select ctid from value_delta order by id limit max_rows for update skip locked))
    returning id, company_id, kind, reporting_date, brand_id, value, n
  ), by_day as materialized (
    select company_id, kind, reporting_date, brand_id, value, sum(n) as n from claimed
    group by 1, 2, 3, 4, 5 having sum(n) <> 0
  ), written_days as (
    insert into counter_value_day (company_id, kind, reporting_date, brand_id, value, n)
    select company_id, kind, reporting_date, brand_id, value, n from by_day order by 1, 2, 3, 4, 5
    on conflict (company_id, kind, reporting_date, brand_id, value) do update set n = counter_value_day.n + excluded.n
  ), written_months as (
    insert into counter_value (company_id, kind, month, brand_id, value, n)
    select company_id, kind, m.month, brand_id, value, sum(n) from by_day
    cross join lateral (values (date_trunc('month', reporting_date)::date), ('-infinity'::date)) m (month)
    group by 1, 2, 3, 4, 5 having sum(n) <> 0 order by 1, 2, 3, 4, 5
    on conflict (company_id, kind, month, brand_id, value) do update set n = counter_value.n + excluded.n
  )
  select count(*), max(id) into folded, highest from claimed;
  update counter_folds set up_to = highest where pending = 'value_delta' and up_to < highest;
  return folded;
end $$;

create or replace function fold_sellers(max_rows int default 20000) returns int language plpgsql
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  folded int;
  highest bigint;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_sellers')) then
    return 0;
  end if;
  with claimed as materialized (
    delete from seller_delta where ctid = any(array(
      select ctid from seller_delta order by id limit max_rows for update skip locked))
    returning id, seller, site, company_id, n
  ), counted as (
    insert into seller_counts (seller, site, company_id, n)
    select seller, site, company_id, sum(n) from claimed group by 1, 2, 3 order by 1, 2, 3
    on conflict (seller, site, company_id) do update set n = seller_counts.n + excluded.n
  ), totalled as (
    insert into seller_totals (seller, site, n)
    select seller, site, sum(n) from claimed group by 1, 2 order by 1, 2
    on conflict (seller, site) do update set n = seller_totals.n + excluded.n
  )
  select count(*), max(id) into folded, highest from claimed;
  update counter_folds set up_to = highest where pending = 'seller_delta' and up_to < highest;
  return folded;
end $$;

create or replace function fold_counters(max_rows int default 20000) returns int language plpgsql
set plan_cache_mode = force_custom_plan set enable_seqscan = off as $$
declare
  folded int;
  highest bigint;
begin
  -- One process at a time: two would upsert the same rows in different orders and deadlock.
  if not pg_try_advisory_xact_lock(hashtext('fold_counters')) then
    return 0;
  end if;
  with claimed as materialized (
    delete from counter_delta where ctid = any(array(
      select ctid from counter_delta order by id limit max_rows for update skip locked))
    returning id, company_id, platform, reporting_date, brand_id, status, priority, n
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
  select count(*), max(id) into folded, highest from claimed;
  update counter_folds set up_to = highest where pending = 'counter_delta' and up_to < highest;
  return folded;
end $$;

-- How many rows are to be folded of a table whose newest row has this id; 0 while they are no more than its bound.
create function counter_excess(of_table text, newest bigint) returns int language sql stable as $$
  select case when newest - up_to > most then (newest - up_to - most + most / 10)::int else 0 end
  from counter_folds where pending = of_table
$$;

-- Only one transaction folds at a time, the others go on at once; and nobody's change is refused because a counter is
-- locked.
create function bound_pending_changes() returns trigger language plpgsql set lock_timeout = '100ms' as $$
declare
  counters int;
  sellers int;
  kept_values int;
begin
  select counter_excess('counter_delta', c.last_value), counter_excess('seller_delta', s.last_value),
    counter_excess('value_delta', v.last_value)
  into counters, sellers, kept_values from counter_delta_id_seq c, seller_delta_id_seq s, value_delta_id_seq v;
  if counters + sellers + kept_values = 0 then
    return null;
  end if;
  begin
    if counters > 0 then perform fold_counters(counters); end if;
    if sellers > 0 then perform fold_sellers(sellers); end if;
    if kept_values > 0 then perform fold_values(kept_values); end if;
  exception when lock_not_available then
    null;
  end;
  return null;
end $$;

-- By their names they run after the triggers that append the changes.
create trigger z_pending_bounded after insert or update or delete on findings
  for each statement execute function bound_pending_changes();
create trigger z_pending_bounded after insert or update on findings_domain
  for each statement execute function bound_pending_changes();
create trigger z_pending_bounded after insert or update on findings_social_media
  for each statement execute function bound_pending_changes();
create trigger z_pending_bounded after insert or update on findings_e_commerce
  for each statement execute function bound_pending_changes();

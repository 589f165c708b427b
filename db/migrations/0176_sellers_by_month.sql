-- Sellers of a company by month, all its brands together. counter_value has them by brand, so that the largest sellers of
-- twelve months added up as many rows as there are findings: a seller has few of one brand in one month.
create table counter_seller (
  company_id uuid not null,
  month date not null,
  value text not null,
  n int not null,
  primary key (company_id, month, value) include (n)
);

-- Nothing changes between folding what is pending and counting what is there.
lock table value_delta in share row exclusive mode;
select fold_values(2147483647);
insert into counter_seller (company_id, month, value, n)
select company_id, month, value, sum(n) from counter_value where kind = 'seller' and month > '-infinity'
group by 1, 2, 3 having sum(n) <> 0;

-- That of 0175, which also writes them.
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
  ), written_sellers as (
    insert into counter_seller (company_id, month, value, n)
    select company_id, date_trunc('month', reporting_date)::date, value, sum(n) from by_day where kind = 'seller'
    group by 1, 2, 3 having sum(n) <> 0 order by 1, 2, 3
    on conflict (company_id, month, value) do update set n = counter_seller.n + excluded.n
  )
  select count(*), max(id) into folded, highest from claimed;
  update counter_folds set up_to = highest where pending = 'value_delta' and up_to < highest;
  return folded;
end $$;

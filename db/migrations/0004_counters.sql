-- Counts are kept, not counted. Triggers only append what changed to counter_delta, so that two writers never wait
-- for each other; a job folds the deltas, and readers add what is still pending.
create table counter_delta (
  id bigint generated always as identity primary key,
  company_id uuid not null,
  platform text not null,
  reporting_date date not null,
  brand_id uuid not null,
  status text not null,
  n int not null
);
create index counter_delta_company on counter_delta (company_id, platform);

create table counter_day (
  company_id uuid not null,
  platform text not null,
  reporting_date date not null,
  brand_id uuid not null,
  status text not null,
  n int not null,
  primary key (company_id, platform, reporting_date, brand_id, status)
);

create table counter_month (
  company_id uuid not null,
  platform text not null,
  month date not null,
  brand_id uuid not null,
  status text not null,
  n int not null,
  primary key (company_id, platform, month, brand_id, status)
);

create function count_added_findings() returns trigger language plpgsql as $$
begin
  insert into counter_delta (company_id, platform, reporting_date, brand_id, status, n)
  select company_id, platform, reporting_date, brand_id, status, count(*)
  from added where deleted_at is null group by 1, 2, 3, 4, 5;
  return null;
end $$;

create function count_removed_findings() returns trigger language plpgsql as $$
begin
  insert into counter_delta (company_id, platform, reporting_date, brand_id, status, n)
  select company_id, platform, reporting_date, brand_id, status, -count(*)
  from removed where deleted_at is null group by 1, 2, 3, 4, 5;
  return null;
end $$;

create function count_changed_findings() returns trigger language plpgsql as $$
begin
  insert into counter_delta (company_id, platform, reporting_date, brand_id, status, n)
  select company_id, platform, reporting_date, brand_id, status, sum(n) from (
    select company_id, platform, reporting_date, brand_id, status, 1 as n from added where deleted_at is null
    union all
    select company_id, platform, reporting_date, brand_id, status, -1 from removed where deleted_at is null
  ) changed group by 1, 2, 3, 4, 5 having sum(n) <> 0;
  return null;
end $$;

create trigger findings_counted_in after insert on findings
  referencing new table as added for each statement execute function count_added_findings();
create trigger findings_counted_out after delete on findings
  referencing old table as removed for each statement execute function count_removed_findings();
create trigger findings_counted_again after update on findings
  referencing old table as removed new table as added for each statement execute function count_changed_findings();

-- Moves up to `most` pending deltas into the counters; returns how many it took. Safe to run anywhere, any number at once.
create function fold_counters(most int default 20000) returns int language plpgsql as $$
declare
  taken int;
begin
  -- One folder at a time: two would upsert the same rows in different orders and deadlock.
  if not pg_try_advisory_xact_lock(hashtext('fold_counters')) then
    return 0;
  end if;
  create temporary table if not exists folding (like counter_delta) on commit drop;
  truncate folding;
  with gone as (
    delete from counter_delta where id in (select id from counter_delta order by id limit most for update skip locked) returning *
  )
  insert into folding select * from gone;
  get diagnostics taken = row_count;
  insert into counter_day (company_id, platform, reporting_date, brand_id, status, n)
  select company_id, platform, reporting_date, brand_id, status, sum(n) from folding group by 1, 2, 3, 4, 5
  on conflict (company_id, platform, reporting_date, brand_id, status) do update set n = counter_day.n + excluded.n;
  insert into counter_month (company_id, platform, month, brand_id, status, n)
  select company_id, platform, date_trunc('month', reporting_date)::date, brand_id, status, sum(n) from folding group by 1, 2, 3, 4, 5
  on conflict (company_id, platform, month, brand_id, status) do update set n = counter_month.n + excluded.n;
  return taken;
end $$;

-- Drop-down values (sites, stores, registrars …) without reading the findings. Values only ever join; they are few.
create table facets (
  company_id uuid not null,
  platform text not null,
  brand_id uuid not null,
  name text not null,
  value text not null,
  primary key (company_id, platform, name, brand_id, value)
);

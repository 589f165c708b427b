-- What charts need beside status, day and brand: how many findings of each priority there are, and how they divide by
-- site, seller, top-level domain and social platform. Kept as the other counters are: triggers append, a job folds,
-- readers add what is pending.

-- 1. Priorities: 'how many await approval, how many of them High' of all time.
select fold_counters(2147483647);
alter table counter_delta add column priority text not null default '';
create table counter_priority (
  company_id uuid not null,
  platform text not null,
  brand_id uuid not null,
  status text not null,
  priority text not null,
  n int not null,
  primary key (company_id, platform, brand_id, status, priority)
);
insert into counter_priority (company_id, platform, brand_id, status, priority, n)
select company_id, platform, brand_id, status, coalesce(priority, ''), count(*) from findings
where deleted_at is null group by 1, 2, 3, 4, 5;

create or replace function count_added_findings() returns trigger language plpgsql as $$
begin
  insert into counter_delta (company_id, platform, reporting_date, brand_id, status, priority, n)
  select company_id, platform, reporting_date, brand_id, status, coalesce(priority, ''), count(*)
  from added where deleted_at is null group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;

create or replace function count_removed_findings() returns trigger language plpgsql as $$
begin
  insert into counter_delta (company_id, platform, reporting_date, brand_id, status, priority, n)
  select company_id, platform, reporting_date, brand_id, status, coalesce(priority, ''), -count(*)
  from removed where deleted_at is null group by 1, 2, 3, 4, 5, 6;
  return null;
end $$;

create or replace function count_changed_findings() returns trigger language plpgsql as $$
begin
  insert into counter_delta (company_id, platform, reporting_date, brand_id, status, priority, n)
  select company_id, platform, reporting_date, brand_id, status, coalesce(priority, ''), sum(n) from (
    select company_id, platform, reporting_date, brand_id, status, priority, 1 as n from added where deleted_at is null
    union all
    select company_id, platform, reporting_date, brand_id, status, priority, -1 from removed where deleted_at is null
  ) changed group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0;
  return null;
end $$;

create or replace function fold_counters(most int default 20000) returns int language plpgsql as $$
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
  select company_id, platform, reporting_date, brand_id, status, sum(n) from folding group by 1, 2, 3, 4, 5 having sum(n) <> 0
  on conflict (company_id, platform, reporting_date, brand_id, status) do update set n = counter_day.n + excluded.n;
  insert into counter_month (company_id, platform, month, brand_id, status, n)
  select company_id, platform, date_trunc('month', reporting_date)::date, brand_id, status, sum(n) from folding
  group by 1, 2, 3, 4, 5 having sum(n) <> 0
  on conflict (company_id, platform, month, brand_id, status) do update set n = counter_month.n + excluded.n;
  insert into counter_priority (company_id, platform, brand_id, status, priority, n)
  select company_id, platform, brand_id, status, priority, sum(n) from folding group by 1, 2, 3, 4, 5 having sum(n) <> 0
  on conflict (company_id, platform, brand_id, status, priority) do update set n = counter_priority.n + excluded.n;
  return taken;
end $$;

-- 2. Values of a platform's own columns, by month and brand, without status: a status change, the commonest of all
-- changes, costs nothing here. The month '-infinity' has the sum of all months, so that long ranges read few rows. Days
-- at the edges of a range are counted live.
create table counter_value (
  company_id uuid not null,
  kind text not null,
  month date not null,
  brand_id uuid not null,
  value text not null,
  n int not null,
  primary key (company_id, kind, month, brand_id, value) include (n)
);
create table value_delta (
  id bigint generated always as identity primary key,
  company_id uuid not null,
  kind text not null,
  reporting_date date not null,
  brand_id uuid not null,
  value text not null,
  n int not null
);
create index value_delta_company on value_delta (company_id, kind);

-- What a finding counts as: by its key, so that the few rows of a change never read a whole table.
create function values_of_finding(of_company uuid, of_platform text, of_finding uuid)
returns table (kind text, value text) language sql stable as $$
  select 'tld', d.tld from findings_domain d
  where of_platform = 'domain' and d.company_id = of_company and d.finding_id = of_finding and d.tld is not null
  union all
  select 'platform', d.platform from findings_social_media d
  where of_platform = 'social-media' and d.company_id = of_company and d.finding_id = of_finding
  union all
  select 'site', d.site from findings_e_commerce d
  where of_platform = 'e-commerce' and d.company_id = of_company and d.finding_id = of_finding
  union all
  select 'seller', d.username from findings_e_commerce d
  where of_platform = 'e-commerce' and d.company_id = of_company and d.finding_id = of_finding and d.username is not null
$$;

insert into counter_value (company_id, kind, month, brand_id, value, n)
select f.company_id, v.kind, m.month, f.brand_id, v.value, count(*)
from findings f cross join lateral values_of_finding(f.company_id, f.platform, f.id) v
cross join lateral (values (date_trunc('month', f.reporting_date)::date), ('-infinity'::date)) m (month)
where f.deleted_at is null group by 1, 2, 3, 4, 5;

-- A finding's own row comes after the finding and changes by itself: what it says is moved from its old to its new value.
-- Whoever changes a finding's brand or date and its own row does so in two statements, so that each sees what the other did.
create function count_own_values() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'findings_domain' and tg_op = 'INSERT' then
    insert into value_delta (company_id, kind, reporting_date, brand_id, value, n)
    select f.company_id, 'tld', f.reporting_date, f.brand_id, o.tld, count(*)
    from added o join findings f on f.company_id = o.company_id and f.id = o.finding_id and f.deleted_at is null
    where o.tld is not null group by 1, 3, 4, 5;
  elsif tg_table_name = 'findings_domain' then
    insert into value_delta (company_id, kind, reporting_date, brand_id, value, n)
    select f.company_id, 'tld', f.reporting_date, f.brand_id, o.tld, sum(o.n)
    from (select company_id, finding_id, tld, 1 as n from added union all select company_id, finding_id, tld, -1 from removed) o
    join findings f on f.company_id = o.company_id and f.id = o.finding_id and f.deleted_at is null
    where o.tld is not null group by 1, 3, 4, 5 having sum(o.n) <> 0;
  elsif tg_table_name = 'findings_social_media' and tg_op = 'INSERT' then
    insert into value_delta (company_id, kind, reporting_date, brand_id, value, n)
    select f.company_id, 'platform', f.reporting_date, f.brand_id, o.platform, count(*)
    from added o join findings f on f.company_id = o.company_id and f.id = o.finding_id and f.deleted_at is null
    group by 1, 3, 4, 5;
  elsif tg_table_name = 'findings_social_media' then
    insert into value_delta (company_id, kind, reporting_date, brand_id, value, n)
    select f.company_id, 'platform', f.reporting_date, f.brand_id, o.platform, sum(o.n)
    from (select company_id, finding_id, platform, 1 as n from added union all select company_id, finding_id, platform, -1 from removed) o
    join findings f on f.company_id = o.company_id and f.id = o.finding_id and f.deleted_at is null
    group by 1, 3, 4, 5 having sum(o.n) <> 0;
  elsif tg_op = 'INSERT' then
    insert into value_delta (company_id, kind, reporting_date, brand_id, value, n)
    select f.company_id, v.kind, f.reporting_date, f.brand_id, v.value, count(*)
    from added o join findings f on f.company_id = o.company_id and f.id = o.finding_id and f.deleted_at is null
    cross join lateral (values ('site', o.site), ('seller', o.username)) v (kind, value)
    where v.value is not null group by 1, 2, 3, 4, 5;
  else
    insert into value_delta (company_id, kind, reporting_date, brand_id, value, n)
    select f.company_id, v.kind, f.reporting_date, f.brand_id, v.value, sum(o.n)
    from (select company_id, finding_id, site, username, 1 as n from added
      union all select company_id, finding_id, site, username, -1 from removed) o
    join findings f on f.company_id = o.company_id and f.id = o.finding_id and f.deleted_at is null
    cross join lateral (values ('site', o.site), ('seller', o.username)) v (kind, value)
    where v.value is not null group by 1, 2, 3, 4, 5 having sum(o.n) <> 0;
  end if;
  return null;
end $$;

create trigger values_counted_in after insert on findings_domain
  referencing new table as added for each statement execute function count_own_values();
create trigger values_counted_again after update on findings_domain
  referencing old table as removed new table as added for each statement execute function count_own_values();
create trigger values_counted_in after insert on findings_social_media
  referencing new table as added for each statement execute function count_own_values();
create trigger values_counted_again after update on findings_social_media
  referencing old table as removed new table as added for each statement execute function count_own_values();
create trigger values_counted_in after insert on findings_e_commerce
  referencing new table as added for each statement execute function count_own_values();
create trigger values_counted_again after update on findings_e_commerce
  referencing old table as removed new table as added for each statement execute function count_own_values();

-- Findings that were deleted or restored, or whose brand or date changed.
create function count_moved_values() returns trigger language plpgsql as $$
begin
  if not exists (
    select from added a join removed r on r.company_id = a.company_id and r.id = a.id
    where a.brand_id <> r.brand_id or a.reporting_date <> r.reporting_date or (a.deleted_at is null) <> (r.deleted_at is null)
  ) then
    return null;
  end if;
  insert into value_delta (company_id, kind, reporting_date, brand_id, value, n)
  select s.company_id, v.kind, s.reporting_date, s.brand_id, v.value, sum(s.n) from (
    select a.company_id, a.platform, a.id, a.reporting_date, a.brand_id, 1 as n
    from added a join removed r on r.company_id = a.company_id and r.id = a.id
    where a.deleted_at is null
      and (a.brand_id <> r.brand_id or a.reporting_date <> r.reporting_date or r.deleted_at is not null)
    union all
    select r.company_id, r.platform, r.id, r.reporting_date, r.brand_id, -1
    from added a join removed r on r.company_id = a.company_id and r.id = a.id
    where r.deleted_at is null
      and (a.brand_id <> r.brand_id or a.reporting_date <> r.reporting_date or a.deleted_at is not null)
  ) s cross join lateral values_of_finding(s.company_id, s.platform, s.id) v
  group by 1, 2, 3, 4, 5 having sum(s.n) <> 0;
  return null;
end $$;
create trigger values_counted_moved after update on findings
  referencing old table as removed new table as added for each statement execute function count_moved_values();

-- A row that leaves for good takes its own row along, so what it said is looked up before.
create function count_values_of_removed() returns trigger language plpgsql as $$
begin
  insert into value_delta (company_id, kind, reporting_date, brand_id, value, n)
  select old.company_id, v.kind, old.reporting_date, old.brand_id, v.value, -1
  from values_of_finding(old.company_id, old.platform, old.id) v;
  return old;
end $$;
create trigger values_counted_out before delete on findings for each row
  when (old.deleted_at is null) execute function count_values_of_removed();

-- Moves up to `most` pending changes into counter_value; returns how many it took. Safe to run anywhere, any number at once.
create function fold_values(most int default 50000) returns int language plpgsql as $$
declare
  taken int;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_values')) then
    return 0;
  end if;
  with gone as (
    delete from value_delta where id in (select id from value_delta order by id limit most for update skip locked)
    returning company_id, kind, reporting_date, brand_id, value, n
  ), folded as (
    insert into counter_value (company_id, kind, month, brand_id, value, n)
    select company_id, kind, m.month, brand_id, value, sum(n) from gone
    cross join lateral (values (date_trunc('month', reporting_date)::date), ('-infinity'::date)) m (month)
    group by 1, 2, 3, 4, 5 having sum(n) <> 0
    on conflict (company_id, kind, month, brand_id, value) do update set n = counter_value.n + excluded.n
  )
  select count(*) into taken from gone;
  return taken;
end $$;

-- 3. Reports that a client has sent to itself.
create table report_subscriptions (
  id uuid primary key,
  user_id uuid not null references users,
  -- Null: all brands that the person may see when the report is made.
  brand_id uuid references brands,
  rhythm text not null check (rhythm in ('weekly', 'monthly')),
  created_at timestamptz not null default now(),
  unique nulls not distinct (user_id, brand_id)
);
-- One row for each report that fell due: that it is there keeps a second letter from leaving. Without a mail nothing was
-- sent, because the person might no longer see anything.
create table report_sendings (
  subscription_id uuid not null references report_subscriptions on delete cascade,
  period_start date not null,
  period_end date not null,
  mail_id uuid references mails,
  created_at timestamptz not null default now(),
  primary key (subscription_id, period_start)
);

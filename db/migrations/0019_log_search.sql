-- The log is read newest first, ties by id descending (G11); these orders let every page end where it began.
drop index status_log_at, status_log_company, status_log_user;
alter table status_log drop constraint status_log_pkey, add primary key (at, id);
create index status_log_company on status_log (company_id, at desc, id desc);
create index status_log_brand on status_log (brand_id, at desc, id desc);
create index status_log_user on status_log (username, at desc, id desc);
create index status_log_moves on status_log (status_from, status_to, at desc, id desc);

-- What a search asks first: which combinations there are at all, who wrote about which company, and which findings have a
-- piece of text in their address.
create table status_log_kinds (
  company_id uuid not null,
  brand_id uuid not null,
  platform text not null,
  status_from text not null,
  status_to text not null,
  primary key (company_id, brand_id, platform, status_from, status_to)
);
create table status_log_people (
  company_id uuid not null,
  username text not null,
  primary key (company_id, username)
);
create table status_log_terms (
  company_id uuid not null,
  finding_id uuid not null,
  search_term text not null,
  term_key uuid not null generated always as (md5(search_term)::uuid) stored,
  primary key (company_id, finding_id, term_key)
);
create index status_log_terms_part on status_log_terms using gin (search_term gin_trgm_ops);

-- Log rows not yet in the tables above. Writers only append here, the worker folds, readers look at both: a trigram
-- index on the log itself would cost every bulk change a second.
create table status_log_new (like status_log_kinds);
alter table status_log_new
  add column username text not null, add column finding_id uuid not null, add column search_term text not null;
create function note_log_rows() returns trigger language plpgsql as $$
begin
  insert into status_log_new (company_id, brand_id, platform, status_from, status_to, username, finding_id, search_term)
  select company_id, brand_id, platform, status_from, status_to, username, finding_id, search_term from added;
  return null;
end $$;
create trigger status_log_noted after insert on status_log
  referencing new table as added for each statement execute function note_log_rows();

insert into status_log_new (company_id, brand_id, platform, status_from, status_to, username, finding_id, search_term)
select company_id, brand_id, platform, status_from, status_to, username, finding_id, search_term from status_log;

-- Takes up to 20,000 of the new rows into those tables; answers how many.
create function fold_log_rows() returns int language plpgsql as $$
declare
  folded int;
begin
  with taken as (
    delete from status_log_new where ctid = any(array(
      select ctid from status_log_new limit 20000 for update skip locked)) returning *
  ), kinds as (
    insert into status_log_kinds
    select distinct company_id, brand_id, platform, status_from, status_to from taken order by 1, 2, 3, 4, 5
    on conflict do nothing
  ), people as (
    insert into status_log_people select distinct company_id, username from taken order by 1, 2
    on conflict do nothing
  ), terms as (
    insert into status_log_terms (company_id, finding_id, search_term)
    select distinct company_id, finding_id, search_term from taken order by 1, 2, 3
    on conflict do nothing
  )
  select count(*) into folded from taken;
  return folded;
end $$;

-- Nothing alters a log: a statement is refused on the whole, and on each part of it.
create function guard_log_table(log regclass) returns void language plpgsql as $$
begin
  execute format('create or replace trigger log_kept before update or delete or truncate on %s
    for each statement execute function refuse_change()', log);
end $$;
drop trigger status_log_kept on status_log;
select guard_log_table(relid) from pg_partition_tree('status_log');

-- Makes a month's part where it is missing. Rows of that month that lie in the rest must not exist.
create function make_log_part(log regclass, month date) returns void language plpgsql as $$
declare
  first date := date_trunc('month', month)::date;
  part text := format('%s_%s', log, to_char(first, 'YYYY_MM'));
begin
  if to_regclass(part) is not null then
    return;
  end if;
  execute format('create table %I partition of %s for values from (%L) to (%L)',
    part, log, first, (first + interval '1 month')::date);
  perform guard_log_table(part::regclass);
end $$;

-- The data log gets monthly parts too, so that it can be kept as long as the other (G106).
alter table data_log rename to data_log_before;
create table data_log (
  id uuid not null,
  at timestamptz not null default now(),
  user_id uuid references users,
  type text not null check (type in ('add', 'update', 'delete')),
  model text not null,
  total_affected int not null,
  company_id uuid
) partition by range (at);
create table data_log_rest partition of data_log default;
select make_log_part('data_log', month) from (select distinct date_trunc('month', at)::date as month from data_log_before) months;
insert into data_log select id, at, user_id, type, model, total_affected, company_id from data_log_before;
drop table data_log_before;
alter table data_log add primary key (id, at);
create index data_log_at on data_log (at desc, id desc);

-- Makes the parts of both logs for this and the coming months; called by the worker every night.
drop function make_status_log_parts;
create function make_log_parts(months_ahead int default 3) returns void language sql as $$
  select make_log_part(log, (date_trunc('month', now()) + make_interval(months => ahead))::date)
  from unnest(array['status_log', 'data_log']::regclass[]) log, generate_series(0, months_ahead) ahead
$$;
select make_log_parts();
select guard_log_table(relid) from pg_partition_tree('data_log');

-- The one way a log grows shorter: whole months older than three years (G106). Takes no argument, so that nobody can ask
-- for more; answers how many parts went.
create function drop_old_log_parts() returns int language plpgsql set lock_timeout = '5s' as $$
declare
  part record;
  dropped int := 0;
begin
  for part in
    select i.inhparent::regclass as log, i.inhrelid::regclass as name
    from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent in ('status_log'::regclass, 'data_log'::regclass)
      and (regexp_match(pg_get_expr(c.relpartbound, c.oid), 'TO \(''([^'']+)''\)'))[1]::timestamptz
        <= now() - interval '36 months'
  loop
    execute format('alter table %s detach partition %s', part.log, part.name);
    execute format('drop table %s', part.name);
    dropped := dropped + 1;
  end loop;
  if dropped > 0 then
    delete from status_log_terms t where not exists (
      select from status_log l where l.company_id = t.company_id and l.finding_id = t.finding_id);
  end if;
  return dropped;
end $$;

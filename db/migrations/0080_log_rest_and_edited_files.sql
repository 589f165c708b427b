-- 1. Five files were edited after databases had applied them (db/released-migrations.json has their earlier digests). Here
-- those databases get what the edits added; elsewhere nothing happens.
alter table visit_hosts add column if not exists tail_at timestamptz;
update visit_hosts set tail_at = next_at where tail_at is null;
alter table visit_hosts alter column tail_at set not null;

update pgboss.job set data = jsonb_build_object('submissionId', data -> 'sendingId')
where name = 'mail-client-requests' and data ? 'sendingId';

do $$
declare
  old_search timestamptz;
begin
  if exists (select from schema_migrations where sha256 = '8afb9420a73222a4f373e716d9bd8dbc335a7840e184c962e051a42a6a4a853e') then
    drop index white_list_entries_search;
    alter table white_list_entries alter column normalised type text collate "C";
    create index white_list_entries_search on white_list_entries using gin ((normalised collate "default") gin_trgm_ops);
  end if;

  select applied_at into old_search from schema_migrations
    where sha256 = '9aa61cedc55c5b2006d5790200ea841a69357d9095ac2000bf2eb0e5d6e99e9b';
  if found then
    drop index if exists status_log_at;
    alter table status_log drop constraint status_log_pkey, add primary key (at, id);
    insert into status_log_new
      (company_id, brand_id, platform, status_from, status_to, username, finding_id, search_term, at, id, batch_size)
    select company_id, brand_id, platform, status_from, status_to, username, finding_id, search_term, at, id, batch_size
    from status_log where at < old_search and batch_size > 0;
  end if;

  if exists (select from schema_migrations where sha256 = '4c2966021eea65905d42cce4ef36515c451ad6628d7131251b14b04b5dc70c1a') then
    insert into last_enforcements
      (company_id, finding_id, enforcement_id, platform, registrar, ip_address, hosting, action_taken, action_date)
    select distinct on (e.company_id, e.finding_id)
      e.company_id, e.finding_id, e.id, f.platform, e.registrar, e.ip_address, e.hosting, e.action_taken, e.action_date
    from enforcements e join findings f on f.company_id = e.company_id and f.id = e.finding_id
    order by e.company_id, e.finding_id, e.action_date desc, e.id desc
    on conflict do nothing;
    insert into facets (company_id, platform, brand_id, name, value)
    select distinct e.company_id, f.platform, f.brand_id, 'actionTaken', e.action_taken
    from enforcements e join findings f on f.company_id = e.company_id and f.id = e.finding_id
    on conflict do nothing;
  end if;
end $$;

-- 2. A month's part of a log takes its rows out of the rest, where they were written while the part was missing. The part is
-- filled before it is attached; the rest is locked meanwhile, so that no row of the month gets in. Moving is the one case in
-- which rows leave a part, in one transaction with their arrival: the trigger that refuses it is off for that statement.
create or replace function make_log_part(log regclass, month date) returns void language plpgsql set timezone = 'UTC' as $$
declare
  first date := date_trunc('month', month::timestamp)::date;
  part text := format('%s_%s', log, to_char(first, 'YYYY_MM'));
  rest regclass := to_regclass(format('%s_rest', log));
  lower_end timestamptz := first;
  upper_end timestamptz := first + interval '1 month';
  names text;
  is_guarded boolean;
begin
  -- Processes that start together take turns.
  perform pg_advisory_xact_lock(4000003);
  if to_regclass(part) is not null then
    return;
  end if;
  select coalesce(max(b[2]::timestamptz) filter (where b[2]::timestamptz > lower_end and b[1]::timestamptz <= lower_end), lower_end),
      coalesce(min(b[1]::timestamptz) filter (where b[1]::timestamptz < upper_end and b[2]::timestamptz >= upper_end), upper_end)
    into lower_end, upper_end
    from pg_inherits i join pg_class c on c.oid = i.inhrelid,
      regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''([^'']+)''\) TO \(''([^'']+)''\)') b
    where i.inhparent = log and b is not null;
  execute format('create table %I (like %s including defaults including constraints including storage)', part, log);
  if rest is not null then
    execute format('lock table %s in access exclusive mode', rest);
    select string_agg(quote_ident(attname), ', ' order by attnum) into names
      from pg_attribute where attrelid = log and attnum > 0 and not attisdropped;
    execute format('insert into %I (%s) select %s from %s where at >= %L and at < %L', part, names, names, rest, lower_end, upper_end);
    is_guarded := exists (select from pg_trigger where tgrelid = rest and tgname = 'log_kept');
    if is_guarded then
      execute format('alter table %s disable trigger log_kept', rest);
    end if;
    execute format('delete from %s where at >= %L and at < %L', rest, lower_end, upper_end);
    if is_guarded then
      execute format('alter table %s enable trigger log_kept', rest);
    end if;
  end if;
  execute format('alter table %s attach partition %I for values from (%L) to (%L)', log, part, lower_end, upper_end);
  perform guard_log_table(part::regclass);
end $$;

-- The parts of both logs for this and the coming months, and for every month that has rows in the rest; called at every start
-- and every night. Gives up after five seconds of waiting for a lock and is called again the next night.
create or replace function make_log_parts(months_ahead int default 3) returns void
language plpgsql set timezone = 'UTC' set lock_timeout = '5s' as $$
declare
  log regclass;
  months date[];
  month date;
begin
  -- Before the rest is read: whoever reads it and then waits for its turn would block the one whose turn it is.
  perform pg_advisory_xact_lock(4000003);
  foreach log in array array['status_log', 'data_log']::regclass[] loop
    -- An array, because a table that is being read cannot give rows away.
    execute format('select array_agg(distinct date_trunc(''month'', at)::date) from %s_rest', log) into months;
    foreach month in array coalesce(months, '{}') || array(
      select (date_trunc('month', now()) + make_interval(months => ahead))::date from generate_series(0, months_ahead) ahead)
    loop
      perform make_log_part(log, month);
    end loop;
  end loop;
end $$;

-- Every status change of a finding, by any path (G106). Append only; monthly parts make dropping old months free.
create table status_log (
  id uuid not null,
  at timestamptz not null default now(),
  company_id uuid not null,
  brand_id uuid not null,
  platform text not null,
  finding_id uuid not null,
  module text not null,
  user_id uuid,
  username text not null,
  -- URL or domain of the finding as it was (G108).
  search_term text not null,
  -- Empty for a new record (G112).
  status_from text not null,
  status_to text not null,
  primary key (id, at)
) partition by range (at);
create index status_log_company on status_log (company_id, at desc, id);
create index status_log_finding on status_log (company_id, finding_id);
create index status_log_user on status_log (company_id, username, at desc);
create index status_log_at on status_log (at desc, id);

-- What never fits a monthly part lands here; nothing is ever refused.
create table status_log_rest partition of status_log default;

-- Makes the parts of this and the coming months; called at start and by the worker every day.
create function make_status_log_parts(months_ahead int default 3) returns void language plpgsql as $$
declare
  first date := date_trunc('month', now())::date;
  part date;
begin
  for ahead in 0..months_ahead loop
    part := (first + make_interval(months => ahead))::date;
    if to_regclass('status_log_' || to_char(part, 'YYYY_MM')) is null then
      execute format('create table %I partition of status_log for values from (%L) to (%L)',
        'status_log_' || to_char(part, 'YYYY_MM'), part, (part + interval '1 month')::date);
    end if;
  end loop;
end $$;
select make_status_log_parts();

-- Every add, update or delete of a record, as a sentence's parts (G106).
create table data_log (
  id uuid primary key,
  at timestamptz not null default now(),
  user_id uuid references users,
  type text not null check (type in ('add', 'update', 'delete')),
  model text not null,
  total_affected int not null,
  company_id uuid
);
create index data_log_at on data_log (at desc, id desc);

-- The record cannot be altered by any role that goes through SQL (A-… 'nobody can edit the record').
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'The log cannot be altered';
end $$;
create trigger status_log_kept before update or delete on status_log for each statement execute function refuse_change();
create trigger data_log_kept before update or delete on data_log for each statement execute function refuse_change();

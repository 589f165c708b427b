-- Downloads of many findings: jobs that make files and email links to them (G83, G84, G87).

create table exports (
  id uuid primary key,
  kind text not null check (kind in ('bulk', 'domain')),
  user_id uuid not null references users,
  -- Of a bulk download. Brands are in the order of the sheets; all_brands is how they were chosen.
  company_id uuid references companies,
  brand_ids uuid[] not null default '{}',
  all_brands boolean not null default false,
  platform text not null,
  start_date date not null,
  end_date date not null,
  -- Reason codes, sellers, statuses and days of the last action: {"status": ["33"], …}.
  choices jsonb not null default '{}',
  -- Of a domain download, as they are compared.
  domains text[] not null default '{}',
  format text not null check (format in ('xlsx', 'csv', 'parquet')),
  -- How many findings there were when it was requested, and how many are in stored parts or being written.
  records bigint not null,
  done bigint not null default 0,
  state text not null default 'Pending' check (state in ('Pending', 'Processing', 'Completed', 'Failed')),
  problem text,
  tries int not null default 0,
  not_before timestamptz not null default now(),
  -- Who works on it, and until when without a sign of life.
  lease_id uuid,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The files are no longer stored.
  removed_at timestamptz,
  check ((state = 'Processing') = (lease_id is not null))
);
create index exports_listed on exports (kind, id desc);
create index exports_waiting on exports (id) where state in ('Pending', 'Processing');
create index exports_user on exports (user_id) where state = 'Pending';
create index exports_stored on exports (finished_at) where state = 'Completed' and removed_at is null;

-- Written once: an interrupted job goes on after the last of them.
create table export_parts (
  export_id uuid not null references exports on delete cascade,
  part int not null,
  key text not null,
  bytes bigint not null,
  sha256 bytea not null,
  rows int not null,
  -- The last finding in it: the place of its source (a brand), and its position there.
  source int not null,
  last_day date,
  last_id uuid,
  is_last boolean not null,
  primary key (export_id, part)
);

-- The files of a finished job.
create table export_files (
  export_id uuid not null references exports on delete cascade,
  place int not null,
  name text not null,
  key text not null,
  media_type text not null,
  bytes bigint not null,
  rows bigint not null,
  sha256 bytea not null,
  primary key (export_id, place)
);
create unique index export_files_key on export_files (key);

-- Passwords of single actions (G82): set by an Admin. Without one the action is closed.
create table action_passwords (
  purpose text primary key,
  password_hash text not null,
  set_by uuid not null references users,
  set_at timestamptz not null default now()
);
create table action_attempts (
  id bigint generated always as identity primary key,
  user_id uuid not null references users,
  purpose text not null,
  at timestamptz not null default now(),
  succeeded boolean not null
);
create index action_attempts_recent on action_attempts (user_id, purpose, at desc);

-- Who took what out stands in the data log as well.
alter table data_log drop constraint data_log_type_check1;
alter table data_log add constraint data_log_type_check check (type in ('add', 'update', 'delete', 'export'));
create index data_log_type on data_log (type, at desc, id desc);

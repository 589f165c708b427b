-- Jobs that work through lines: quick tools, scrapers and trademark reports (G85–G91).

create table tool_jobs (
  id uuid primary key,
  kind text not null check (kind in ('quick-tool', 'scraper-1', 'scraper-2', 'scraper-3', 'scraper-4', 'trademark-report')),
  -- Which tool or website, where a kind has several.
  tool text not null default '',
  user_id uuid not null references users,
  -- As its user called it.
  name text not null default '',
  platform text,
  company_id uuid references companies,
  brand_id uuid references brands,
  -- What else the form said, and the uploaded file.
  options jsonb not null default '{}',
  -- Lines; how many of them are finished is in done, how many of those failed in failed.
  records int not null,
  done int not null default 0,
  failed int not null default 0,
  state text not null default 'Pending'
    check (state in ('Pending', 'Processing', 'Paused', 'Completed', 'Failed')),
  problem text,
  tries int not null default 0,
  not_before timestamptz not null default now(),
  lease_id uuid,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The files and results are no longer stored.
  removed_at timestamptz,
  check ((state = 'Processing') = (lease_id is not null))
);
create index tool_jobs_listed on tool_jobs (kind, id desc);
create index tool_jobs_waiting on tool_jobs (kind, id) where state in ('Pending', 'Processing');
create index tool_jobs_user on tool_jobs (user_id, kind) where state = 'Pending';
create index tool_jobs_stored on tool_jobs (finished_at) where state in ('Completed', 'Failed') and removed_at is null;

-- A finished line is never worked on again; an interrupted job goes on with the others.
create table tool_job_rows (
  job_id uuid not null references tool_jobs on delete cascade,
  row int not null,
  -- The line, or the cells of a sheet's row.
  input jsonb not null,
  state text not null default 'Waiting' check (state in ('Waiting', 'Done', 'Failed')),
  -- What was found: a list of records, their columns by name.
  records jsonb,
  -- Pictures and other files of this line: [{name, key, mediaType, bytes, sha256}].
  files jsonb not null default '[]',
  problem text,
  finished_at timestamptz,
  primary key (job_id, row)
);
create index tool_job_rows_waiting on tool_job_rows (job_id, row) where state = 'Waiting';

-- The files of a finished job.
create table tool_job_files (
  job_id uuid not null references tool_jobs on delete cascade,
  position int not null,
  name text not null,
  key text not null unique,
  media_type text not null,
  bytes bigint not null,
  sha256 bytea not null,
  primary key (job_id, position)
);

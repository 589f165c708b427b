-- Domain search (G95, G96): schedules, their runs, the names that were asked, and the look-alikes that were found.

create table domain_schedules (
  id uuid primary key,
  company_id uuid not null references companies,
  brand_id uuid not null unique references brands,
  keywords text[] not null,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  last_executed_at timestamptz
);

create table domain_runs (
  id uuid primary key,
  schedule_id uuid not null references domain_schedules on delete cascade,
  -- null: the daily run of this business day.
  requested_by uuid references users,
  day date not null,
  state text not null default 'Waiting' check (state in ('Waiting', 'Running', 'Completed', 'Failed', 'Stopped')),
  reason text,
  -- Names made from the keywords, new in the feeds, of both known already, and chosen to be asked.
  made int not null default 0,
  in_feeds int not null default 0,
  known int not null default 0,
  chosen int not null default 0,
  -- How those that were asked turned out; asked = absent + registered + throttled + unknown.
  absent int not null default 0,
  registered int not null default 0,
  throttled int not null default 0,
  unknown int not null default 0,
  -- Of the registered ones, how many were added to the searched domains; and names that only a wildcard answered.
  found int not null default 0,
  wildcards int not null default 0,
  is_prepared boolean not null default false,
  tries int not null default 0,
  -- Who works on it, and until when without a sign of life.
  lease_id uuid,
  lease_until timestamptz,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create unique index domain_runs_open on domain_runs (schedule_id) where state in ('Waiting', 'Running');
create unique index domain_runs_daily on domain_runs (schedule_id, day) where requested_by is null;
create index domain_runs_listed on domain_runs (schedule_id, id desc);
create index domain_runs_waiting on domain_runs (id) where state in ('Waiting', 'Running');

-- Names of a brand that feeds reported or runs asked, with the last outcome. `run_id` is the run that still has to ask it.
create table domain_candidates (
  brand_id uuid not null references brands,
  domain text not null,
  keyword text not null,
  family text not null,
  score real not null,
  source text not null check (source in ('made', 'feed')),
  run_id uuid references domain_runs on delete set null,
  place int not null default 0,
  outcome text check (outcome in ('absent', 'registered', 'throttled', 'unknown')),
  reason text,
  asked_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (brand_id, domain)
);
create index domain_candidates_run on domain_candidates (run_id, place) where run_id is not null;
create index domain_candidates_new on domain_candidates (brand_id) where source = 'feed' and asked_at is null;

create table searched_domains (
  id uuid primary key,
  company_id uuid not null references companies,
  brand_id uuid not null references brands,
  domain text not null,
  keyword text not null,
  family text not null,
  score real not null,
  source text not null check (source in ('made', 'feed')),
  -- What was seen at the last visit.
  addresses text[] not null default '{}',
  name_servers text[] not null default '{}',
  mail_servers text[] not null default '{}',
  registrar text,
  registered_on date,
  expires_on date,
  changed_on date,
  visit jsonb not null default '{}',
  is_parked boolean not null default false,
  image_key text,
  archive_key text,
  picture_hash bytea,
  icon_hash bytea,
  page_text text not null default '',
  seen_at timestamptz,
  -- 0 to 1, and its parts: [{"kind": "picture", "value": 0.9, "text": "…"}].
  likeness real not null default 0,
  likeness_parts jsonb not null default '[]',
  action text check (action in ('high', 'low', 'ignore')),
  acted_by uuid references users,
  acted_at timestamptz,
  finding_id uuid,
  -- What was known when it was decided, to notice changes; and why it came back after it was ignored.
  decided jsonb,
  watched_at timestamptz,
  returned_because text,
  created_at timestamptz not null default now(),
  unique (brand_id, domain)
);
create index searched_domains_open on searched_domains (likeness desc, id desc) where action is null;
create index searched_domains_company on searched_domains (company_id, likeness desc, id desc) where action is null;
create index searched_domains_watched on searched_domains (watched_at nulls first) where action in ('low', 'ignore');

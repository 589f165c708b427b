-- What people write about a finding or a cluster of findings. A client's comment on a finding stays in `comments`, which
-- a thread reads beside these lines: what a case file and an export contain is there only, and never internal.
create table activity_lines (
  company_id uuid not null references companies,
  id uuid not null,
  subject_kind text not null check (subject_kind in ('finding', 'cluster')),
  subject_id uuid not null,
  -- For staff only.
  is_internal boolean not null default false,
  body text not null,
  mentions uuid[] not null default '{}',
  -- [{key, name, mediaType}] of the stored objects.
  files jsonb not null default '[]',
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  -- Lines go with the finding they are about.
  finding_id uuid generated always as (case when subject_kind = 'finding' then subject_id end) stored,
  primary key (company_id, id),
  foreign key (company_id, finding_id) references findings on delete cascade
);
create index activity_lines_subject on activity_lines (company_id, subject_id, created_at desc, id desc);
create index activity_lines_finding on activity_lines (company_id, finding_id) where finding_id is not null;

alter table comments add column mentions uuid[] not null default '{}', add column files jsonb not null default '[]';

-- How a person is notified of lines; no row: the bell at once, email once a day.
create table activity_choices (
  user_id uuid primary key references users on delete cascade,
  bell text not null default 'at-once' check (bell in ('at-once', 'never')),
  email text not null default 'daily' check (email in ('at-once', 'daily', 'never')),
  -- The business day of the last daily email.
  digest_on date
);

-- Lines that wait for a person's daily email.
create table activity_digests (
  user_id uuid not null references users on delete cascade,
  company_id uuid not null,
  line_id uuid not null,
  subject_kind text not null,
  subject_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (user_id, line_id)
);

-- How many files a person stored in the last hour.
create index files_uploader on files (uploaded_by, created_at) where purpose = 'activity';

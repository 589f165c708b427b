-- What people changed in the fields of findings, for their threads. `changes` is a list of {name, from, to}.
create table finding_edits (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  finding_id uuid not null,
  at timestamptz not null default now(),
  user_id uuid references users,
  changes jsonb not null,
  primary key (company_id, id),
  foreign key (company_id, finding_id) references findings on delete cascade
);
create index finding_edits_finding on finding_edits (company_id, finding_id, at desc, id desc);

-- What was done to a finding in its clusters, for its thread.
create index cluster_events_findings on cluster_events using gin (finding_ids);

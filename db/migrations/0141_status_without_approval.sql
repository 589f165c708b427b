-- Findings that an Admin moved to In Progress or Success by hand although the client had not approved them, and why.
create table approval_overrides (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  finding_id uuid not null,
  status_to text not null,
  user_id uuid not null references users,
  reason text not null,
  at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, finding_id) references findings on delete cascade
);
create index approval_overrides_finding on approval_overrides (company_id, finding_id, at desc, id desc);

-- The reason of such a decision on many findings.
alter table bulk_decisions add column override_reason text;

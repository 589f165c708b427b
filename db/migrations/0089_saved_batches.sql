-- The findings that one upload or edit saved, so that the person who saved them can list exactly those.
create table saved_batches (
  company_id uuid not null references companies,
  id uuid not null,
  user_id uuid not null references users,
  finding_ids uuid[] not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index saved_batches_of_user on saved_batches (user_id, created_at);

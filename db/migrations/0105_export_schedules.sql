-- A bulk download that repeats: its choices without the dates, which are those of the period that has just ended.
create table export_schedules (
  id uuid primary key,
  user_id uuid not null references users,
  rhythm text not null check (rhythm in ('daily', 'weekly', 'monthly')),
  company_id uuid not null references companies,
  brand_ids uuid[] not null default '{}',
  all_brands boolean not null,
  platform text not null,
  choices jsonb not null default '{}',
  format text not null check (format in ('xlsx', 'csv', 'parquet')),
  created_at timestamptz not null default now(),
  -- The last day of the period that was requested last, and why nothing was.
  last_end date,
  problem text
);
create index export_schedules_user on export_schedules (user_id);

-- Notices that an Admin sent although something was missing, and why.
create table notice_overrides (
  enforcement_id uuid primary key references enforcements,
  user_id uuid not null references users,
  reason text not null,
  missing text[] not null,
  created_at timestamptz not null default now()
);

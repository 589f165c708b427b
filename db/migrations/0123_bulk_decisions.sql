-- Decisions on many findings at once, made in batches, and what is needed to undo each batch.

create table bulk_decisions (
  id uuid primary key,
  user_id uuid not null references users,
  username text not null,
  platform text not null,
  status_to text not null,
  -- The brands the person saw when deciding; null: all.
  brand_ids uuid[],
  -- Decided by staff: the clients are told when they are asked to review.
  by_staff boolean not null,
  state text not null default 'Running' check (state in ('Running', 'Done', 'Stopped', 'Undoing', 'Undone')),
  total int not null,
  changed int not null default 0,
  left_out int not null default 0,
  undone int not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index bulk_decisions_user on bulk_decisions (user_id, created_at desc);

create table bulk_decision_batches (
  decision_id uuid not null references bulk_decisions on delete cascade,
  n int not null,
  company_id uuid not null,
  -- The status of its findings when the decision was made: one that has another by now was changed by somebody else.
  status_from text not null,
  finding_ids uuid[] not null,
  -- When the batch was applied, in UTC with microseconds: the time of its log entries, by which it is undone.
  moment text,
  is_undone boolean not null default false,
  primary key (decision_id, n)
);

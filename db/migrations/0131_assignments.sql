-- Who works on a finding. A finding without a row is in the queue that everybody takes from.
create table assignments (
  company_id uuid not null,
  finding_id uuid not null,
  user_id uuid not null references users,
  assigned_by uuid references users,
  assigned_at timestamptz not null default now(),
  -- When the finding was approved last: the agreed days count from here. Null before.
  due_from timestamptz,
  primary key (company_id, finding_id),
  foreign key (company_id, finding_id) references findings on delete cascade
);
create index assignments_user on assignments (user_id, company_id, finding_id);

create table assignment_log (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  finding_id uuid not null,
  user_from uuid references users,
  -- Null: back to the queue.
  user_to uuid references users,
  -- Null: automatic, because the person was removed, blocked or is no longer staff.
  by_user uuid references users,
  at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, finding_id) references findings on delete cascade
);
create index assignment_log_finding on assignment_log (company_id, finding_id, at desc, id desc);
create index assignment_log_returned on assignment_log (at desc) where by_user is null;

-- An approval starts the days again.
create function start_assigned_days() returns trigger language plpgsql as $$
begin
  update assignments a set due_from = n.at
  from (select company_id, finding_id, max(at) as at from added where status_to = '22' group by 1, 2) n
  where a.company_id = n.company_id and a.finding_id = n.finding_id;
  return null;
end $$;
create trigger assigned_days_started after insert on status_log
  referencing new table as added for each statement execute function start_assigned_days();

-- The work of a person who can do it no longer returns to the queue, whatever ended the access.
create function return_assignments() returns trigger language plpgsql as $$
begin
  with returned as (delete from assignments where user_id = new.id returning company_id, finding_id)
  insert into assignment_log (company_id, finding_id, user_from, user_to, by_user)
  select company_id, finding_id, new.id, null, null from returned;
  return null;
end $$;
create trigger assignments_returned after update of deleted_at, is_blocked, role on users for each row
  when (new.deleted_at is not null or new.is_blocked or new.role = 'Client')
  execute function return_assignments();

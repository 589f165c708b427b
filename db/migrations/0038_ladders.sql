-- The timed next steps of an enforcement configuration: what follows a notice that nobody acts upon.
create table ladders (
  configuration_id uuid primary key references enforcement_configurations,
  enabled boolean not null default true,
  stops_on_reply boolean not null default true,
  -- [{id, kind, days, text}] in their order; text is a list of lines with placeholders.
  steps jsonb not null,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Where a finding stands on its ladder; one for a finding, begun anew by every notice that somebody sends.
create table ladder_runs (
  id uuid primary key,
  company_id uuid not null,
  finding_id uuid not null,
  configuration_id uuid not null references enforcement_configurations,
  -- The notice it counts from, and when the mail server took it.
  notice_id uuid not null references enforcements,
  began_at timestamptz not null,
  state text not null check (state in ('waiting', 'leaving', 'task', 'paused', 'stopped', 'done')),
  -- The days of the next step count from here: the former letter was taken, or its step was left out.
  since timestamptz not null,
  -- The next step, and when it is due; null when none is left.
  step uuid,
  kind text,
  next_at timestamptz,
  -- Steps that are behind it.
  passed uuid[] not null default '{}',
  -- The step's letter that is on its way, or that failed.
  letter_id uuid references enforcements,
  -- Where the next letter goes when somebody entered it.
  address text,
  -- Why it is paused or stopped, and by whom; nobody for what it found by itself.
  reason text,
  decided_by uuid references users,
  tries int not null default 0,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  unique (company_id, finding_id),
  foreign key (company_id, finding_id) references findings on delete cascade
);
create index ladder_runs_due on ladder_runs (next_at, id) where state = 'waiting';
create index ladder_runs_state on ladder_runs (state, next_at, id);
create index ladder_runs_configuration on ladder_runs (configuration_id) where state = 'waiting';

-- What happened on a ladder, in order: for people, and to know which letters are a ladder's own.
create table ladder_events (
  id uuid primary key,
  run_id uuid not null references ladder_runs on delete cascade,
  at timestamptz not null default now(),
  what text not null check
    (what in ('began', 'sent', 'skipped', 'asked', 'finished', 'paused', 'resumed', 'hurried', 'stopped', 'ended')),
  kind text,
  reason text,
  enforcement_id uuid references enforcements,
  user_id uuid references users
);
create index ladder_events_run on ladder_events (run_id, at, id);
create index ladder_events_letter on ladder_events (enforcement_id) where enforcement_id is not null;

-- Notices whose letter ended, and those that were answered, until the ladders have heard of it. Written by triggers in the
-- transaction that made the news, so that none is lost.
create table ladder_news (
  id bigint generated always as identity primary key,
  enforcement_id uuid not null,
  what text not null check (what in ('letter', 'answer'))
);

create function tell_ladders_of_letter() returns trigger language plpgsql as $$
begin
  insert into ladder_news (enforcement_id, what) values (new.id, 'letter');
  return null;
end $$;
create trigger mails_tell_ladders after update of sent_at, failed_at on mails for each row
  when (new.kind = 'enforcement'
    and (new.sent_at is distinct from old.sent_at or new.failed_at is distinct from old.failed_at))
  execute function tell_ladders_of_letter();

create function tell_ladders_of_answer() returns trigger language plpgsql as $$
begin
  insert into ladder_news (enforcement_id, what) values (new.enforcement_id, 'answer');
  return null;
end $$;
create trigger inbound_mails_tell_ladders after insert or update of doubt on inbound_mails for each row
  when (new.enforcement_id is not null and new.doubt is null and new.kind in ('reply', 'report'))
  execute function tell_ladders_of_answer();

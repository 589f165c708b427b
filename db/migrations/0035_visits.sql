-- Addresses of enforced findings that are visited again and again, what those visits agree on, and what follows from it.
-- A row's locks come after its finding's: who holds both takes the finding first.
create table finding_watches (
  company_id uuid not null,
  finding_id uuid not null,
  -- Whose pace it shares.
  host text not null,
  -- When it is visited next; while a process is at it, when another may take over.
  next_at timestamptz not null,
  claim uuid,
  -- A person asked for a visit, whatever the status.
  is_asked boolean not null default false,
  -- What the last visits that prove something say, how many in a row (those too close together count once), since when.
  side text check (side in ('up', 'down')),
  streak int not null default 0,
  first_at timestamptz,
  counted_at timestamptz,
  -- What was believed last.
  believed text check (believed in ('up', 'down')),
  -- The status that is proposed for a finding that has proposed_from.
  proposal uuid unique,
  proposed_status text,
  proposed_from text,
  proposed_at timestamptz,
  -- Somebody dismissed the proposal that this belief led to; forgotten when the belief changes.
  dismissed text check (dismissed in ('up', 'down')),
  dismissed_by uuid references users,
  dismissed_at timestamptz,
  primary key (company_id, finding_id),
  foreign key (company_id, finding_id) references findings on delete cascade
) with (fillfactor = 85);
create index finding_watches_due on finding_watches (next_at);
create index finding_watches_proposed on finding_watches (proposed_at desc, finding_id) where proposal is not null;

-- What one visit saw.
create table finding_visits (
  id uuid primary key,
  company_id uuid not null,
  finding_id uuid not null,
  at timestamptz not null default now(),
  address text not null,
  outcome text not null check (outcome in ('up', 'gone', 'no-address', 'parked', 'redirected', 'unreachable', 'undecided')),
  -- What that says; null where it proves nothing.
  side text check (side in ('up', 'down')),
  -- How many in a row say so, with this one.
  streak int not null,
  reason text not null,
  status_code int,
  addresses text[] not null default '{}',
  name_servers text[] not null default '{}',
  final_address text,
  title text,
  excerpt text,
  -- Of the bytes that were read, and whether there were more.
  sha256 bytea,
  bytes int,
  is_cut boolean not null default false,
  milliseconds int not null,
  foreign key (company_id, finding_id) references finding_watches on delete cascade
);
create index finding_visits_finding on finding_visits (company_id, finding_id, at desc);

-- When a host may be visited next, and how many visits a minute has had: processes share both.
create table visit_hosts (
  host text primary key,
  next_at timestamptz not null,
  -- The end of its queue: who finds it busy comes back then.
  tail_at timestamptz not null
);
create table visit_minutes (
  minute timestamptz primary key,
  taken int not null
);

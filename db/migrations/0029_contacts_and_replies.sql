-- What registries said of a domain or an address, with its age: outside servers are asked once in a while only.
create table registrations (
  -- 'domain:fake.com' or 'ip:203.0.113.7'.
  subject text primary key,
  outcome text not null check (outcome in ('found', 'unregistered', 'throttled', 'unknown')),
  name text,
  emails text[] not null default '{}',
  -- Why there is nothing to find, or no address.
  reason text,
  -- 'rdap' or 'whois', and the server that was asked last.
  source text,
  server text,
  asked_at timestamptz not null default now()
);
-- When a server may be asked next.
create table server_budgets (
  server text primary key,
  next_at timestamptz not null
);
-- Findings whose registrar, address and host were looked up, or when that is tried again.
create table finding_look_ups (
  company_id uuid not null,
  finding_id uuid not null,
  tries int not null default 0,
  -- Null when there is nothing left to try.
  next_at timestamptz,
  primary key (company_id, finding_id),
  foreign key (company_id, finding_id) references findings on delete cascade
);

-- Mail that came back for notices: bounces, automatic and human answers. `name` is the file's in the maildir, so that one
-- file is taken once.
create table inbound_mails (
  id uuid primary key,
  name text not null unique,
  kind text not null check (kind in ('bounce', 'automatic', 'reply', 'report')),
  sender text,
  subject text not null default '',
  body text not null default '',
  -- The notice it answers: proven, or only claimed, which `doubt` says why.
  enforcement_id uuid references enforcements,
  doubt text,
  reviewed_at timestamptz,
  reviewed_by uuid references users,
  received_at timestamptz not null default now()
);
create index inbound_mails_enforcement on inbound_mails (enforcement_id, received_at);
create index inbound_mails_review on inbound_mails (received_at) where doubt is not null and reviewed_at is null;
-- Addresses that gave a notice back for good.
create table bounced_addresses (
  email text primary key,
  reason text not null,
  bounced_at timestamptz not null default now()
);

-- What each source of the quick tools answered when it was last asked (G86).
create table source_checks (
  -- A report key.
  source text primary key,
  outcome text not null check (outcome in ('answered', 'missing', 'refused', 'busy', 'unreached', 'changed')),
  -- In words, for people.
  detail text not null default '',
  milliseconds int,
  checked_at timestamptz not null default now()
);

-- Records in a file, where it has records.
alter table tool_job_files add column records int;

-- Dates of a domain and country of a network, for the Domain IP Extractor.
alter table registrations add column registered_on date, add column expires_on date, add column country text;

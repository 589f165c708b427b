-- What clients ask staff to look at (G62). A sending is what one press of Submit brought; its letter leaves once.
create table request_sendings (
  id uuid primary key,
  company_id uuid not null references companies,
  brand_id uuid not null references brands,
  platform text not null,
  sent_by uuid not null references users,
  created_at timestamptz not null default now(),
  mailed_at timestamptz
);

create table client_requests (
  id uuid primary key,
  sending_id uuid not null references request_sendings,
  -- Which line of the sending it was, from 0.
  place int not null,
  company_id uuid not null references companies,
  brand_id uuid not null references brands,
  platform text not null,
  -- As it was sent, trimmed.
  domain text not null,
  remarks text not null,
  -- The same key a finding of this address has (G63).
  identity_key uuid not null,
  status text not null default 'Open' check (status in ('Open', 'Taken', 'Done', 'Declined')),
  owner_id uuid references users check (owner_id is not null or status = 'Open'),
  -- Why it was declined, for the client to read.
  answer text not null default '',
  -- What became of it: the finding that was saved for it.
  finding_id uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (company_id, finding_id) references findings on delete set null (finding_id)
);
-- An address is asked for once at a time.
create unique index client_requests_waiting on client_requests (brand_id, identity_key) where status in ('Open', 'Taken');
create index client_requests_newest on client_requests (created_at desc, sending_id desc, place);
create index client_requests_of_brand on client_requests (brand_id, created_at desc, sending_id desc, place);
create index client_requests_in_status on client_requests (status, created_at desc, sending_id desc, place);
create index client_requests_finding on client_requests (company_id, finding_id) where finding_id is not null;
create index client_requests_sending on client_requests (sending_id);
create index client_requests_search on client_requests using gin (domain gin_trgm_ops, remarks gin_trgm_ops);

-- What happened, once, with the findings it speaks of; and to whom it was told (G53).
create table notices (
  id uuid primary key,
  company_id uuid not null references companies,
  brand_id uuid references brands,
  platform text not null,
  model text not null,
  text text not null,
  finding_ids uuid[] not null default '{}',
  created_at timestamptz not null default now()
);
create table notifications (
  id uuid primary key,
  user_id uuid not null references users,
  notice_id uuid not null references notices,
  created_at timestamptz not null default now(),
  unique (user_id, notice_id)
);
create index notifications_user on notifications (user_id, created_at desc, id desc);

-- Mail leaves through this box: written with the work, sent by a job, once (G98).
create table mails (
  id uuid primary key,
  kind text not null,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text,
  attachments jsonb not null default '[]',
  tries int not null default 0,
  error text,
  created_at timestamptz not null default now(),
  claimed_at timestamptz,
  sent_at timestamptz,
  failed_at timestamptz
);
create index mails_waiting on mails (created_at) where sent_at is null and failed_at is null;

-- Stored objects: who put them there, under which name, what they are (G97).
create table files (
  id uuid primary key,
  bucket text not null,
  key text not null,
  purpose text not null,
  original_name text not null,
  media_type text not null,
  bytes bigint not null,
  sha256 bytea not null,
  uploaded_by uuid references users,
  created_at timestamptz not null default now(),
  unique (bucket, key)
);
create index files_name on files (bucket, original_name);

-- Addresses that are the client's own and must not be reported (G69, G104).
create table white_lists (
  id uuid primary key,
  company_id uuid not null references companies,
  brand_id uuid references brands,
  platform text,
  enabled boolean not null default true,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create table white_list_entries (
  list_id uuid not null references white_lists on delete cascade,
  company_id uuid not null,
  place int not null,
  url text not null,
  -- Normalised as findings are; a bare host covers all its pages.
  normalised text not null,
  primary key (list_id, place)
);
create index white_list_entries_normalised on white_list_entries (company_id, normalised);

-- What was done about a finding, and what came of it (G42, G75).
create table enforcements (
  id uuid primary key,
  company_id uuid not null,
  finding_id uuid not null,
  registrar text,
  ip_address text,
  hosting text,
  action_taken text not null,
  action_date date not null,
  status text not null,
  abuse_email text,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  foreign key (company_id, finding_id) references findings
);
create index enforcements_finding on enforcements (company_id, finding_id, action_date desc, id desc);

-- Trap purchases hang on an e-commerce finding, one at most (G93).
create table purchases (
  id uuid primary key,
  company_id uuid not null,
  finding_id uuid not null,
  seller_name text not null,
  seller_address text,
  seller_city text,
  seller_state text,
  seller_country text,
  price_paid numeric(12, 2),
  pan text,
  invoice text,
  invoice_file text,
  gst_number text,
  gst_file text,
  product_note text,
  image_urls text[] not null default '{}',
  created_by uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  foreign key (company_id, finding_id) references findings,
  unique (company_id, finding_id)
);

-- Trademark-clearinghouse marks (G103).
create table trademarks (
  id uuid primary key,
  company_id uuid not null references companies,
  brand_id uuid not null references brands,
  mark_name text not null,
  mark_type text not null,
  status text not null,
  reporting_date date not null,
  start_date date not null,
  expiry_date date not null,
  sunrise_flag text not null,
  notifications bigint not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create index trademarks_company on trademarks (company_id, reporting_date desc, id desc) where deleted_at is null;
create table trademark_notifications (
  id uuid primary key,
  trademark_id uuid not null references trademarks,
  domain text not null,
  date date not null,
  created_at timestamptz not null default now()
);
create index trademark_notifications_mark on trademark_notifications (trademark_id, date desc);

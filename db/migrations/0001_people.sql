-- Companies, brands and users: the master data on which every scope rests (G34, G37).
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

create table companies (
  id uuid primary key,
  name text not null,
  legal_name text not null,
  address text not null default '',
  city text not null default '',
  state text not null default '',
  pin text not null default '',
  country text not null default '',
  gst text not null default '',
  contract_date date,
  start_date date,
  end_date date,
  parent_id uuid references companies,
  contacts jsonb not null default '[]',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index companies_name on companies (lower(name)) where deleted_at is null;
create index companies_parent on companies (parent_id) where parent_id is not null;

create table brands (
  id uuid primary key,
  company_id uuid not null references companies,
  brand_name text not null,
  search_term text not null default '',
  category text not null default '',
  enabled boolean not null default true,
  -- key → {startDate, endDate, reportingPeriod}; the keys present are the platforms the brand has (C-016).
  platforms jsonb not null default '{}',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index brands_name on brands (company_id, lower(brand_name)) where deleted_at is null;

create table users (
  id uuid primary key,
  username text not null,
  email text not null,
  first_name text not null,
  last_name text not null,
  mobile text not null default '',
  avatar text not null default '',
  role text not null check (role in ('Client', 'Analyst', 'Admin')),
  company_id uuid references companies check (role <> 'Client' or company_id is not null),
  employee_code text,
  two_factor boolean not null default false,
  is_google boolean not null default false,
  is_blocked boolean not null default false,
  password_hash text,
  -- Notifications seen: the bell is grey when true (C-210).
  seen boolean not null default true,
  last_signed_in_at timestamptz,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index users_username on users (lower(username)) where deleted_at is null;
create unique index users_employee_code on users (lower(employee_code)) where deleted_at is null and employee_code is not null;
create index users_company on users (company_id) where company_id is not null;

-- Tokens are random and stored hashed (SHA-256); a session dies by ended_at, its row stays for the record (G23).
create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users,
  -- 'limited' opens only the one-time-code calls, before the code was given (G21).
  kind text not null check (kind in ('full', 'limited')),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sessions_user on sessions (user_id) where ended_at is null;

create table one_time_codes (
  id uuid primary key,
  user_id uuid not null references users,
  code_hash bytea not null,
  wrong_tries int not null default 0,
  sent_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_codes_user on one_time_codes (user_id, sent_at desc);

create table reset_links (
  token_hash bytea primary key,
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index reset_links_user on reset_links (user_id, created_at desc);

-- One row per failed sign-in; ten in fifteen minutes for a username and an address close the door (G26).
create table sign_in_failures (
  username text not null,
  address text not null,
  at timestamptz not null default now()
);
create index sign_in_failures_key on sign_in_failures (username, address, at desc);

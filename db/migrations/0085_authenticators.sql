-- Two-factor sign-in by an authenticator app (RFC 6238). The secret is encrypted with a key derived from SIGNING_SECRET.
create table authenticators (
  user_id uuid primary key references users,
  secret bytea not null,
  created_at timestamptz not null default now(),
  -- Null while it is being set up: it asks for no code yet.
  confirmed_at timestamptz,
  -- The thirty seconds (since 1970) of the last accepted code: none of these or earlier ones is accepted again.
  last_step bigint not null default 0,
  wrong_tries int not null default 0,
  wrong_since timestamptz
);

-- For who has lost the app. Each works once; only a keyed hash is stored.
create table recovery_codes (
  user_id uuid not null references authenticators on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- The roles that must have two-factor sign-in.
create table two_factor_roles (role text primary key check (role in ('Client', 'Analyst', 'Admin')));

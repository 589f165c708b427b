-- Wrong passwords are counted by name and address (G26), by name over all addresses, and by address over all names.
alter table sign_in_failures add column id bigint generated always as identity;
create index sign_in_failures_name on sign_in_failures (username, at);
create index sign_in_failures_address on sign_in_failures (address, at);
create index sign_in_failures_at on sign_in_failures (at);

-- Where a person has signed in or used a reset link: there only the count by name and address applies, so that nobody can be
-- locked out by strangers who guess.
create table known_addresses (
  user_id uuid not null references users,
  address text not null,
  at timestamptz not null default now(),
  primary key (user_id, address)
);
create index known_addresses_at on known_addresses (at);

-- When the owner of a name was last told that somebody guesses the password; a name need not exist.
create table guessing_notices (
  username text primary key,
  at timestamptz not null default now()
);

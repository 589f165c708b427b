-- Records that a person opened from the search, to offer them again. What the person may see is read each time.
create table recent_records (
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('finding', 'seller', 'company', 'brand', 'user')),
  -- The id of the record; of a seller, its name in lower case.
  record text not null,
  company_id uuid,
  opened_at timestamptz not null default now(),
  primary key (user_id, kind, record)
);

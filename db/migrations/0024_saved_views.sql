-- What a person wants to see again of a list: filters, order, columns and page size, under a name.
create table saved_views (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  list text not null,
  name text not null,
  search jsonb not null,
  created_at timestamptz not null default now()
);
create unique index saved_views_name on saved_views (user_id, list, lower(name));

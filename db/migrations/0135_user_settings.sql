-- Theme, and columns, widths and density of tables: they belong to the person, not to the browser.
create table user_settings (
  user_id uuid not null references users on delete cascade,
  name text not null,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  primary key (user_id, name)
);

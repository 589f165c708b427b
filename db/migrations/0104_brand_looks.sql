-- The pages and pictures of a brand itself, with which look-alikes are compared.

create table brand_looks (
  id uuid primary key,
  brand_id uuid not null references brands,
  kind text not null check (kind in ('page', 'picture')),
  -- The address of a page; the name of a picture.
  label text not null,
  state text not null default 'Waiting' check (state in ('Waiting', 'Read', 'Failed')),
  problem text,
  title text not null default '',
  page_text text not null default '',
  image_key text,
  picture_hash bytea,
  icon_hash bytea,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  read_at timestamptz,
  unique (brand_id, label)
);
create index brand_looks_waiting on brand_looks (created_at) where state = 'Waiting';

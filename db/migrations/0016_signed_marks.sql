-- What a signed mark file proved (RFC 7848), and the labels a mark covers in A-label form.
alter table trademarks add column smd_id text;
alter table trademarks add column labels text[] not null default '{}';
create unique index trademarks_smd on trademarks (brand_id, smd_id) where deleted_at is null and smd_id is not null;
create index trademarks_labels on trademarks using gin (labels) where deleted_at is null;

-- The clearinghouse's lists (RFC 9361): DNL, labels with claims; SMDRL, revoked signed marks. One of each, the newest.
create table tmch_lists (
  kind text primary key check (kind in ('DNL', 'SMDRL')),
  made_at timestamptz not null,
  entries int not null,
  loaded_by uuid references users,
  loaded_at timestamptz not null default now()
);
create table claimed_labels (
  label text primary key,
  lookup_key text not null,
  inserted_at timestamptz not null
);
create table revoked_marks (
  smd_id text primary key,
  revoked_at timestamptz not null
);

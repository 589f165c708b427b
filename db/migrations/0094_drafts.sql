-- Drafts of Staging: rows that the staff of a brand prepare together before they become findings (G78 to G80).
create table drafts (
  id uuid primary key,
  company_id uuid not null references companies,
  brand_id uuid not null references brands,
  platform text not null,
  file_name text not null,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  -- Kept with every save, so that bounds and lists count nothing.
  row_count int not null default 0,
  bytes bigint not null default 0,
  -- The number of the last change; each row has that of the one that wrote it.
  changes bigint not null default 0,
  saved_by uuid references users,
  saved_at timestamptz,
  -- Why an Admin sent it back, until it is submitted.
  remark text,
  remark_by uuid references users,
  remark_at timestamptz,
  submitted_by uuid references users,
  submitted_at timestamptz,
  -- The findings that it became (saved_batches).
  batch_id uuid
);
create index drafts_of_brand on drafts (brand_id, platform, id desc);
create index drafts_submitted on drafts (submitted_at) where submitted_at is not null;

create table draft_rows (
  id uuid primary key,
  draft_id uuid not null references drafts on delete cascade,
  -- The row's number, the same for everybody; never given again.
  sn int not null,
  data jsonb not null,
  bytes int not null,
  version int not null default 1,
  change bigint not null,
  saved_by uuid not null references users,
  saved_at timestamptz not null default now(),
  -- A removed row is kept for a day without its cells, so that whoever has it open is told who removed it.
  is_removed boolean not null default false,
  unique (draft_id, sn)
);
create index draft_rows_changed on draft_rows (draft_id, change);

-- The batch of a submitted draft is for all staff, and as long as the draft can be read.
alter table saved_batches add column shared_until timestamptz;
create index saved_batches_shared on saved_batches (shared_until) where shared_until is not null;

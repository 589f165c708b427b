-- Pictures of findings' pages that a browser took because somebody requested it: what was seen, or why nothing was. The page
-- itself is stored with its picture (WACZ).
create table page_pictures (
  company_id uuid not null,
  id uuid not null default uuid_v7(),
  finding_id uuid not null,
  requested_by uuid not null references users,
  requested_at timestamptz not null default now(),
  state text not null default 'waiting' check (state in ('waiting', 'taken', 'failed')),
  -- Why there is no picture.
  problem text,
  taken_at timestamptz,
  -- What was opened, and where that led.
  address text,
  final_address text,
  title text,
  status int,
  image_key text,
  archive_key text,
  primary key (company_id, id),
  foreign key (company_id, finding_id) references findings on delete cascade
);
create index page_pictures_finding on page_pictures (company_id, finding_id, requested_at desc);
create unique index page_pictures_waiting on page_pictures (company_id, finding_id) where state = 'waiting';
-- How many requests of a person wait.
create index page_pictures_requested on page_pictures (requested_by) where state = 'waiting';

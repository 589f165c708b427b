-- Where new names are heard of: certificate logs, lists that are fetched, files that were uploaded.

create table name_feeds (
  id uuid primary key,
  kind text not null check (kind in ('search', 'log', 'tiles', 'list', 'file')),
  -- Its address; the name of an uploaded file.
  address text not null unique,
  -- Of a log: the first entry that was not read, and how many it has.
  position bigint,
  size bigint,
  names bigint not null default 0,
  matched bigint not null default 0,
  tried_at timestamptz,
  heard_at timestamptz,
  -- Why the last try brought nothing; null when it went well.
  problem text,
  -- Of an uploaded file that is being read: its object, and the lines that were read.
  file_key text,
  uploaded_by uuid references users,
  created_at timestamptz not null default now()
);

-- What registrars and hosts did about the notices of findings that name them, by kind of harm, company and month of the
-- notice. Counted anew by a job; `counted_at` is when.
create table desk_league (
  company_id uuid not null,
  kind text not null check (kind in ('registrar', 'host')),
  -- In lower case, and as it is mostly written.
  name text not null,
  shown text not null,
  harm text not null,
  -- The first day of the month of the notice, in the business time zone.
  month date not null,
  -- Hours are business hours.
  is_business boolean not null,
  sent int not null,
  -- By a person.
  answered int not null,
  -- Found unreachable after the notice.
  down int not null,
  -- How many were found unreachable after so many hours, and how many were still up when they were counted.
  hours smallint[] not null,
  downs int[] not null,
  ups int[] not null,
  counted_at timestamptz not null default now(),
  primary key (company_id, kind, name, harm, month, is_business)
);
create index desk_league_read on desk_league (kind, is_business, month);

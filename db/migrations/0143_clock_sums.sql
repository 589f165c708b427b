-- How many clocks took how long, by brand and month of detection, and for all brands together (nil ids): figures over
-- many clocks add these up and read no clock. Written anew by a job for every month that changed.
-- See docs/decisions/0015-is-it-down.md.
create table clock_sums (
  company_id uuid not null,
  brand_id uuid not null,
  platform text not null,
  -- The first day of the month of detection, in the business time zone.
  month date not null,
  step text not null,
  -- Durations count business hours only.
  is_business boolean not null,
  -- How many clocks began the step.
  begun int not null,
  -- For those that ended it: the buckets of their durations, and how many are in each.
  buckets smallint[] not null,
  counts int[] not null,
  primary key (company_id, brand_id, platform, month, step, is_business)
);
create index clock_sums_company on clock_sums (company_id, step, is_business, month);
create index clock_sums_month on clock_sums (platform, month);

-- Months whose sums are out of date.
create table clock_changes (
  company_id uuid not null,
  brand_id uuid not null,
  platform text not null,
  month date not null
);

-- The zone of the months; zone and business hours by which the sums are computed; and whether all of them are.
alter table clock_reading add column zone text not null default 'UTC', add column summed_by text,
  add column is_summed boolean not null default false;

create index finding_clocks_detected on finding_clocks (detected_at);
create index finding_clocks_brand on finding_clocks (brand_id, detected_at);
-- Those that are still up, by their notice.
create index finding_clocks_up on finding_clocks (sent_at) where unreachable_at is null and sent_at is not null;

create function clocks_changed() returns trigger language plpgsql as $$
declare
  zone text := (select r.zone from clock_reading r);
begin
  if tg_op <> 'INSERT' then
    insert into clock_changes select distinct company_id, brand_id, platform,
      date_trunc('month', detected_at at time zone zone)::date from was;
  end if;
  if tg_op <> 'DELETE' then
    insert into clock_changes select distinct company_id, brand_id, platform,
      date_trunc('month', detected_at at time zone zone)::date from now_is;
  end if;
  return null;
end $$;
create trigger clocks_added after insert on finding_clocks
  referencing new table as now_is for each statement execute function clocks_changed();
create trigger clocks_updated after update on finding_clocks
  referencing old table as was new table as now_is for each statement execute function clocks_changed();
create trigger clocks_removed after delete on finding_clocks
  referencing old table as was for each statement execute function clocks_changed();

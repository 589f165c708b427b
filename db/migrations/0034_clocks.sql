-- When a finding was detected, approved, told to an abuse desk, acknowledged and found unreachable: a row for each finding
-- with an enforcement. Triggers keep what happens seldom; a job fills the approvals. See docs/decisions/0015-is-it-down.md.
create table finding_clocks (
  company_id uuid not null,
  finding_id uuid not null,
  -- As the finding has them, so that figures over many rows need not look each one up.
  brand_id uuid not null,
  platform text not null,
  deleted_at timestamptz,
  -- When it was entered, or the end (UTC) of its reporting date where that was earlier.
  detected_at timestamptz not null,
  approved_at timestamptz,
  sent_at timestamptz,
  acknowledged_at timestamptz,
  unreachable_at timestamptz,
  -- The job has read its approval and begun to watch its address.
  is_folded boolean not null default false,
  -- Seconds; null where a moment is missing or the two came in the other order.
  to_approval int generated always as
    (case when approved_at >= detected_at then date_part('epoch', approved_at - detected_at)::int end) stored,
  to_notice int generated always as
    (case when sent_at >= approved_at then date_part('epoch', sent_at - approved_at)::int end) stored,
  to_answer int generated always as
    (case when acknowledged_at >= sent_at then date_part('epoch', acknowledged_at - sent_at)::int end) stored,
  to_unreachable int generated always as
    (case when unreachable_at >= sent_at then date_part('epoch', unreachable_at - sent_at)::int end) stored,
  in_all int generated always as
    (case when unreachable_at >= detected_at then date_part('epoch', unreachable_at - detected_at)::int end) stored,
  primary key (company_id, finding_id),
  foreign key (company_id, finding_id) references findings on delete cascade
) with (fillfactor = 85);
create index finding_clocks_fresh on finding_clocks (platform, company_id, finding_id) where not is_folded;

-- Up to when the job has read approvals of findings that have a clock already.
create table clock_reading (
  is_one boolean primary key default true check (is_one),
  read_until timestamptz not null default now()
);
insert into clock_reading default values;

create function detected_at(created_at timestamptz, reporting_date date) returns timestamptz language sql immutable as $$
  select least(created_at, (reporting_date + 1)::timestamp at time zone 'utc')
$$;

create function start_clocks() returns trigger language plpgsql as $$
begin
  insert into finding_clocks (company_id, finding_id, brand_id, platform, deleted_at, detected_at)
  select f.company_id, f.id, f.brand_id, f.platform, f.deleted_at, detected_at(f.created_at, f.reporting_date)
  from (select distinct company_id, finding_id from added) a
  join findings f on f.company_id = a.company_id and f.id = a.finding_id
  order by 1, 2
  on conflict do nothing;
  return null;
end $$;
create trigger clocks_started after insert on enforcements
  referencing new table as added for each statement execute function start_clocks();

create function clock_notice() returns trigger language plpgsql as $$
begin
  update finding_clocks c set sent_at = least(c.sent_at, new.sent_at)
  from enforcements e where e.id = new.id and c.company_id = e.company_id and c.finding_id = e.finding_id;
  return null;
end $$;
create trigger notice_clocked after update of sent_at on mails for each row
  when (old.sent_at is null and new.sent_at is not null) execute function clock_notice();
create trigger sent_notice_clocked after insert on mails for each row
  when (new.sent_at is not null) execute function clock_notice();

-- A bounce is no answer, and a mail in doubt is none until somebody says it belongs.
create function clock_answer() returns trigger language plpgsql as $$
begin
  update finding_clocks c set acknowledged_at = least(c.acknowledged_at, new.received_at)
  from enforcements e where e.id = new.enforcement_id and c.company_id = e.company_id and c.finding_id = e.finding_id;
  return null;
end $$;
create trigger answer_clocked after insert or update of doubt on inbound_mails for each row
  when (new.doubt is null and new.enforcement_id is not null and new.kind in ('automatic', 'reply'))
  execute function clock_answer();

-- Deleted and brought back, or of another brand.
create function clock_finding() returns trigger language plpgsql as $$
begin
  update finding_clocks c set deleted_at = new.deleted_at, brand_id = new.brand_id
  where c.company_id = new.company_id and c.finding_id = new.id;
  return null;
end $$;
create trigger finding_clocked after update of deleted_at, brand_id on findings for each row
  when (old.deleted_at is distinct from new.deleted_at or old.brand_id <> new.brand_id) execute function clock_finding();

-- What was done before there were clocks.
insert into finding_clocks
  (company_id, finding_id, brand_id, platform, deleted_at, detected_at, approved_at, sent_at, acknowledged_at)
select f.company_id, f.id, f.brand_id, f.platform, f.deleted_at, detected_at(f.created_at, f.reporting_date), l.at,
  min(m.sent_at), min(i.received_at)
from enforcements e join findings f on f.company_id = e.company_id and f.id = e.finding_id
left join mails m on m.id = e.id
left join inbound_mails i on i.enforcement_id = e.id and i.doubt is null and i.kind in ('automatic', 'reply')
left join (select company_id, finding_id, min(at) as at from status_log where status_to = '22' group by 1, 2) l
  on l.company_id = f.company_id and l.finding_id = f.id
group by f.company_id, f.id, l.at;

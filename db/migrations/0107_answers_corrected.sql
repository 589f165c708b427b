-- The number that a desk gave a report; and who corrected the type of an answer, from which.
alter table inbound_mails
  add column ticket text,
  add column corrected_from text check (corrected_from in ('bounce', 'automatic', 'reply', 'report')),
  add column corrected_by uuid references users,
  add column corrected_at timestamptz;

-- The first answer of a person, apart from the first answer at all, which a machine may have written.
alter table finding_clocks add column answered_at timestamptz;

create or replace function clock_answer() returns trigger language plpgsql as $$
begin
  update finding_clocks c set acknowledged_at = least(c.acknowledged_at, new.received_at),
    answered_at = case when new.kind = 'reply' then least(c.answered_at, new.received_at) else c.answered_at end
  from enforcements e where e.id = new.enforcement_id and c.company_id = e.company_id and c.finding_id = e.finding_id;
  return null;
end $$;

-- A corrected type moves both moments, in either direction.
create function clock_corrected_answer() returns trigger language plpgsql as $$
begin
  update finding_clocks c set acknowledged_at = a.acknowledged_at, answered_at = a.answered_at
  from enforcements e cross join lateral (
    select min(i.received_at) as acknowledged_at,
      min(i.received_at) filter (where i.kind = 'reply') as answered_at
    from enforcements x join inbound_mails i on i.enforcement_id = x.id
    where x.company_id = e.company_id and x.finding_id = e.finding_id and i.doubt is null
      and i.kind in ('automatic', 'reply')) a
  where e.id = new.enforcement_id and c.company_id = e.company_id and c.finding_id = e.finding_id;
  return null;
end $$;
create trigger corrected_answer_clocked after update of kind on inbound_mails for each row
  when (new.doubt is null and new.enforcement_id is not null and old.kind <> new.kind)
  execute function clock_corrected_answer();

create trigger inbound_mails_correct_escalations after update of kind on inbound_mails for each row
  when (new.enforcement_id is not null and new.doubt is null and old.kind <> new.kind)
  execute function notify_escalations_of_answer();

update finding_clocks c set answered_at = a.at
from (select e.company_id, e.finding_id, min(i.received_at) as at
  from inbound_mails i join enforcements e on e.id = i.enforcement_id
  where i.doubt is null and i.kind = 'reply' group by 1, 2) a
where c.company_id = a.company_id and c.finding_id = a.finding_id;

-- Work that returned to the queue was logged with the time at which its transaction began. Somebody who assigned the same
-- finding at that moment could have begun earlier and come later: the log then ended with another person than is stored.
--
-- Findings are locked before their assignments, and assignments in the order of their ids, as everywhere: while findings
-- were removed for good, or approved, each of two transactions waited for the other.
create or replace function return_assignments() returns trigger language plpgsql as $$
declare
  moment timestamptz;
begin
  perform from assignments a join findings f on f.company_id = a.company_id and f.id = a.finding_id
    where a.user_id = new.id order by a.company_id, a.finding_id for key share of f;
  perform from assignments where user_id = new.id order by company_id, finding_id for update;
  moment := clock_timestamp();
  with returned as (delete from assignments where user_id = new.id returning company_id, finding_id)
  insert into assignment_log (company_id, finding_id, user_from, user_to, by_user, at)
  select company_id, finding_id, new.id, null, null, moment from returned;
  return null;
end $$;

create or replace function start_assigned_days() returns trigger language plpgsql as $$
begin
  with approvals as (select company_id, finding_id, max(at) as at from added where status_to = '22' group by 1, 2),
  locked as materialized (
    select a.company_id, a.finding_id, n.at from approvals n
    join assignments a on a.company_id = n.company_id and a.finding_id = n.finding_id
    order by a.company_id, a.finding_id for update of a)
  update assignments a set due_from = l.at from locked l
  where a.company_id = l.company_id and a.finding_id = l.finding_id;
  return null;
end $$;

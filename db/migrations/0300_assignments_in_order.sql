-- Work that returned to the queue was logged with the time at which its transaction began. Somebody who assigned the same
-- finding at that moment could have begun earlier and come later: the log then ended with another person than is stored.
create or replace function return_assignments() returns trigger language plpgsql as $$
declare
  moment timestamptz;
begin
  perform from assignments where user_id = new.id order by company_id, finding_id for update;
  moment := clock_timestamp();
  with returned as (delete from assignments where user_id = new.id returning company_id, finding_id)
  insert into assignment_log (company_id, finding_id, user_from, user_to, by_user, at)
  select company_id, finding_id, new.id, null, null, moment from returned;
  return null;
end $$;

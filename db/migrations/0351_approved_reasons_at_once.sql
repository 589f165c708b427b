-- 25,000 findings are approved in one statement: their reasons are stored at once. By groups, not by a join: its plan would
-- be kept from a statement about one finding.
drop trigger findings_approved on findings;
drop function remember_approved_reason();

create function remember_approved_again() returns trigger language plpgsql as $$
begin
  insert into approved_reasons (company_id, finding_id, reason_code, approved_at)
  select company_id, id, max(reason_code) filter (where is_after), now()
  from (
    select company_id, id, reason_code, true as is_after from changed_after where status = '22'
    union all
    select company_id, id, null, false from changed_before where status = '22'
  ) changed group by 1, 2 having bool_and(is_after)
  on conflict (company_id, finding_id) do update set reason_code = excluded.reason_code, approved_at = excluded.approved_at;
  return null;
end $$;
create trigger findings_approved after update on findings
  referencing old table as changed_before new table as changed_after
  for each statement execute function remember_approved_again();

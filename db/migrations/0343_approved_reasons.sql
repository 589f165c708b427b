-- The reason code with which a finding was approved last: what the client judged. Another one set later is another accusation.
create table approved_reasons (
  company_id uuid not null,
  finding_id uuid not null,
  reason_code text,
  approved_at timestamptz not null,
  primary key (company_id, finding_id),
  foreign key (company_id, finding_id) references findings on delete cascade
);

-- What was approved before is taken to have been approved as it is now.
insert into approved_reasons (company_id, finding_id, reason_code, approved_at)
select f.company_id, f.id, f.reason_code, coalesce(c.approved_at, f.updated_at)
from findings f left join finding_clocks c on c.company_id = f.company_id and c.finding_id = f.id
where f.deleted_at is null and (f.status = '22' or c.approved_at is not null);

create function remember_approved_reason() returns trigger language plpgsql as $$
begin
  insert into approved_reasons (company_id, finding_id, reason_code, approved_at)
  values (new.company_id, new.id, new.reason_code, now())
  on conflict (company_id, finding_id) do update set reason_code = excluded.reason_code, approved_at = excluded.approved_at;
  return null;
end $$;
create trigger findings_approved after update of status on findings for each row
  when (old.status is distinct from new.status and new.status = '22') execute function remember_approved_reason();

-- Uploads have thousands of rows in one statement.
create function remember_approved_reasons() returns trigger language plpgsql as $$
begin
  insert into approved_reasons (company_id, finding_id, reason_code, approved_at)
  select company_id, id, reason_code, now() from added where status = '22'
  on conflict (company_id, finding_id) do nothing;
  return null;
end $$;
create trigger findings_added_approved after insert on findings referencing new table as added
  for each statement execute function remember_approved_reasons();

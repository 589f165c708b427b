-- Whether a company demands that its findings are approved before they are enforced.
alter table companies add column approval_required boolean not null default false;

-- The status a finding had when the record was made, to which a recalled notice returns it; null for earlier records.
alter table enforcements add column status_before text;

-- A notice that a person sends can be recalled until then; it is not delivered before. Null: at once.
alter table mails add column recallable_until timestamptz;

-- A recalled notice leaves no record: the last enforcement is the one before it, and without any there is no clock.
create function forget_enforcement() returns trigger language plpgsql as $$
begin
  delete from last_enforcements l using removed r where l.company_id = r.company_id and l.finding_id = r.finding_id;
  insert into last_enforcements
    (company_id, finding_id, enforcement_id, platform, registrar, ip_address, hosting, action_taken, action_date)
  select distinct on (e.company_id, e.finding_id)
    e.company_id, e.finding_id, e.id, f.platform, e.registrar, e.ip_address, e.hosting, e.action_taken, e.action_date
  from (select distinct company_id, finding_id from removed) r
  join enforcements e on e.company_id = r.company_id and e.finding_id = r.finding_id
  join findings f on f.company_id = e.company_id and f.id = e.finding_id
  order by e.company_id, e.finding_id, e.action_date desc, e.id desc;
  delete from finding_watches w using removed r where w.company_id = r.company_id and w.finding_id = r.finding_id
    and not exists (select from enforcements e where e.company_id = r.company_id and e.finding_id = r.finding_id);
  delete from finding_clocks c using removed r where c.company_id = r.company_id and c.finding_id = r.finding_id
    and not exists (select from enforcements e where e.company_id = r.company_id and e.finding_id = r.finding_id);
  return null;
end $$;
create trigger enforcement_forgotten after delete on enforcements
  referencing old table as removed for each statement execute function forget_enforcement();

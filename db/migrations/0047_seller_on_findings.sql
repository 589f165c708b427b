-- A seller's findings by month, company and status were read from two tables, each of 100,000 rows looked up by key in the
-- other: three times what one table takes. The seller in lower case stands on the finding too, so that the page of a seller and
-- its charts are read from there (docs/decisions/0004). A status stays in no index: a change of it still stays in its page.
alter table findings add column seller text collate "C";
alter table findings disable trigger user;
update findings f set seller = nullif(lower(d.username), '') from findings_e_commerce d
where f.platform = 'e-commerce' and d.company_id = f.company_id and d.finding_id = f.id and d.username <> '';
alter table findings enable trigger user;

-- Company by company the newest first, as lists are.
create index findings_seller on findings (seller, company_id, reporting_date desc, id desc)
  where seller is not null and deleted_at is null;
-- Counts inside and outside the company are kept since 0011; nobody reads this any more.
drop index findings_e_commerce_seller;

-- Whoever writes an own row may forget the finding beside it: what differs is set, whoever wrote it. Uploads and edits set it
-- with the rest of the finding, so that a look by key, row for row, is all that this costs them. A trigger keeps the plan of
-- its first run, which may have met an empty table: never a walk through it.
create function set_sellers() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  if not exists (
    select from added o cross join lateral (
      select from findings f where f.company_id = o.company_id and f.id = o.finding_id
        and f.seller is distinct from nullif(lower(o.username), '') offset 0) other
  ) then
    return null;
  end if;
  update findings f set seller = nullif(lower(o.username), '') from added o
  where f.company_id = o.company_id and f.id = o.finding_id and f.seller is distinct from nullif(lower(o.username), '');
  return null;
end $$;
create trigger sellers_set_in after insert on findings_e_commerce
  referencing new table as added for each statement execute function set_sellers();
create trigger sellers_set_again after update on findings_e_commerce
  referencing new table as added for each statement execute function set_sellers();

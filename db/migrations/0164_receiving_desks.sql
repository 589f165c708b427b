-- Whose desk a notice went to, by email or by its web form. Null: the record is no notice, or its desk cannot be told any
-- more. 'other': neither the registrar's nor the host's, as far as known.
alter table enforcements
  add column desk_kind text check (desk_kind in ('registrar', 'host', 'platform', 'other')),
  add column desk_name text,
  -- A report through a web form: the form's address, the number that it gave the report, and when it was submitted.
  add column form text,
  add column ticket text,
  add column submitted_at timestamptz,
  add constraint enforcements_form check ((form is null) = (submitted_at is null));

-- A report through a form is sent when it is submitted: clocks and escalations start from it as from an accepted email.
alter table escalation_inbox drop constraint escalation_inbox_what_check;
alter table escalation_inbox
  add constraint escalation_inbox_what_check check (what in ('email', 'form', 'answer'));

create function note_submitted_forms() returns trigger language plpgsql as $$
begin
  update finding_clocks c set sent_at = s.at
  from (select company_id, finding_id, min(submitted_at) as at from added where submitted_at is not null group by 1, 2) s
  where c.company_id = s.company_id and c.finding_id = s.finding_id and (c.sent_at is null or c.sent_at > s.at);
  insert into escalation_inbox (enforcement_id, what) select id, 'form' from added where submitted_at is not null;
  return null;
end $$;
-- After clocks_started: triggers of one event run in the order of their names.
create trigger forms_noted after insert on enforcements
  referencing new table as added for each statement execute function note_submitted_forms();

-- Notices from before, where their desk can be told: by the platform's own address, by the step that sent them, by the
-- registration of the reported name or address, or by an abuse contact of only one of registrar and host.
create function pg_temp.host_of(address text) returns text language sql immutable as $$
  select rtrim(regexp_replace(lower(substring(address from '^(?:[A-Za-z]+:/*)?(?:[^/?#]*@)?([^/?#:]+)')), '^www\.', ''), '.')
$$;
create function pg_temp.is_same(one text, other text) returns boolean language sql immutable as $$
  select coalesce(trim(other), '') <> '' and (strpos(lower(one), lower(trim(other))) > 0
    or (length(one) > 2 and strpos(lower(trim(other)), lower(one)) > 0))
$$;

create temp table old_notices as
select e.id, e.registrar, e.hosting, e.ip_address, e.action_date, e.created_at, lower(e.abuse_email) as email, n.host,
  array(select array_to_string(n.parts[i:], '.') from generate_subscripts(n.parts, 1) i) as suffixes
from enforcements e
left join findings_domain d on d.company_id = e.company_id and d.finding_id = e.finding_id
left join findings_website w on w.company_id = e.company_id and w.finding_id = e.finding_id
cross join lateral (select pg_temp.host_of(coalesce(nullif(d.domain, ''), nullif(w.domain, ''), w.url)) as host) h
cross join lateral (select h.host, string_to_array(h.host, '.') as parts) n
where e.abuse_email is not null or e.action_taken = 'Platform Form Submitted';

update enforcements e set desk_kind = j.kind,
  desk_name = coalesce(j.name, case j.kind when 'registrar' then o.registrar when 'host' then o.hosting end)
from old_notices o cross join lateral (
  select * from (
    select 1 as rank, 'platform' as kind, s.name from shared_hosts s
      where s.suffix = any(o.suffixes) and s.suffix <> o.host and lower(s.email) = o.email
    union all
    select 2, v.kind, null from escalation_events v
      where v.enforcement_id = o.id and v.what = 'sent' and v.kind in ('host', 'registrar')
    union all
    select 3, 'registrar', r.name from registrations r
      where r.subject in (select 'domain:' || one from unnest(o.suffixes) one)
        and o.email in (select lower(one) from unnest(r.emails) one)
    union all
    select 4, 'host', r.name from registrations r
      where r.subject = 'ip:' || o.ip_address and o.email in (select lower(one) from unnest(r.emails) one)
    union all
    -- An address that a registry names, or that was supplied, for both is the registrar's too; one that was typed for both
    -- names may be either's.
    select 5, case when c.is_registrar then 'registrar' else 'host' end, null
      from (select bool_or(pg_temp.is_same(a.name, o.registrar)) as is_registrar,
          bool_or(pg_temp.is_same(a.name, o.registrar) and a.created_by is null) as is_known_registrar,
          bool_or(pg_temp.is_same(a.name, o.hosting)) as is_host
        from abuse_contacts a where lower(a.email) = o.email) c
      where c.is_registrar <> c.is_host or c.is_known_registrar) k
  order by rank limit 1) j
where e.id = o.id and o.email is not null;

-- Forms: the platform's, else the registrar's where it takes reports by its form only.
update enforcements e set desk_kind = j.kind, desk_name = coalesce(j.name, o.registrar), form = j.form,
  submitted_at = least(o.created_at, (o.action_date + 1)::timestamp at time zone 'utc' - interval '1 second')
from old_notices o cross join lateral (
  select * from (
    select 1 as rank, 'platform' as kind, s.name, s.form from shared_hosts s
      where s.suffix = any(o.suffixes) and s.suffix <> o.host and s.form is not null
    union all
    select 2, 'registrar', r.name, r.form from registrations r
      where r.subject in (select 'domain:' || one from unnest(o.suffixes) one)
        and r.form is not null and cardinality(r.emails) = 0) k
  order by rank limit 1) j
where e.id = o.id and o.email is null;
drop table old_notices;

update finding_clocks c set sent_at = s.at
from (select company_id, finding_id, min(submitted_at) as at from enforcements where submitted_at is not null group by 1, 2) s
where c.company_id = s.company_id and c.finding_id = s.finding_id and (c.sent_at is null or c.sent_at > s.at);
create index enforcements_forms on enforcements (company_id, finding_id) where submitted_at is not null;

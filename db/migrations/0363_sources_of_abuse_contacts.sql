-- Abuse contacts say where they come from and when, and Admins edit them (G74). Supplied ones are those of migration 0025,
-- which were stored first; those of registries are found again by their name and address where the answer is still stored.
alter table abuse_contacts
  add column id uuid not null default uuid_v7() primary key,
  add column source text,
  -- The day of the supplied list, of the registry's answer, of the entry, or on which an Admin checked it.
  add column checked_on date not null default current_date,
  -- A registry named it for this name: its next answer brings source and day up to date.
  add column is_from_registry boolean not null default false,
  add column version int not null default 1,
  add column updated_by uuid references users,
  add column updated_at timestamptz not null default now();

update abuse_contacts c set source = upper(coalesce(r.source, 'registry')) || coalesce(' of ' || r.server, ''),
  checked_on = r.requested_at::date, is_from_registry = true
from (select distinct on (lower(r.name), lower(email)) lower(r.name) as name, lower(email) as email, r.source, r.server, r.requested_at
  from registrations r cross join unnest(r.emails) as email where r.outcome = 'found' and r.name is not null
  order by lower(r.name), lower(email), r.requested_at desc) r
where c.created_by is null and lower(c.name) = r.name and lower(c.email) = r.email
  and c.created_at > (select min(created_at) from abuse_contacts where created_by is null);
update abuse_contacts set source = 'Supplied with the product', checked_on = '2026-11-21'
where created_by is null and created_at = (select min(created_at) from abuse_contacts where created_by is null);
update abuse_contacts set source = case when created_by is null then 'Not recorded' else 'Entered by a person' end,
  checked_on = created_at::date
where source is null;
alter table abuse_contacts alter column source set not null;

-- Addresses from which a notice that was sent to them was answered, by a person or automatically, and when last. Bounces are no
-- answers, nor are complaints about our email.
create table answered_addresses (email text primary key, answered_at timestamptz not null);
create index inbound_mails_answering on inbound_mails (lower(sender)) where doubt is null and kind in ('automatic', 'reply');
insert into answered_addresses (email, answered_at)
select lower(i.sender), max(i.received_at) from inbound_mails i join enforcements e on e.id = i.enforcement_id
where i.doubt is null and i.kind in ('automatic', 'reply') and lower(e.abuse_email) = lower(i.sender) group by 1;

create function add_answered_address() returns trigger language plpgsql as $$
begin
  insert into answered_addresses as a (email, answered_at)
  select lower(new.sender), new.received_at from enforcements e
  where e.id = new.enforcement_id and lower(e.abuse_email) = lower(new.sender)
  on conflict (email) do update set answered_at = excluded.answered_at where a.answered_at < excluded.answered_at;
  return null;
end $$;
create trigger inbound_mails_add_answered after insert on inbound_mails for each row
  when (new.doubt is null and new.kind in ('automatic', 'reply')) execute function add_answered_address();

-- A person corrected the type of an answer, or decided whose it is. Its address is locked before the answers are read, so that
-- none that is taken in meanwhile is missed.
create function recount_answered_address() returns trigger language plpgsql as $$
declare
  address text := lower(new.sender);
  last timestamptz;
  is_known boolean;
begin
  perform from answered_addresses where email = address for update;
  is_known := found;
  select max(i.received_at) into last from inbound_mails i join enforcements e on e.id = i.enforcement_id
  where lower(i.sender) = address and i.doubt is null and i.kind in ('automatic', 'reply') and lower(e.abuse_email) = address;
  if last is null then
    delete from answered_addresses where is_known and email = address;
  elsif is_known then
    update answered_addresses set answered_at = last where email = address;
  else
    insert into answered_addresses as a (email, answered_at) values (address, last)
    on conflict (email) do update set answered_at = greatest(a.answered_at, excluded.answered_at);
  end if;
  return null;
end $$;
create trigger inbound_mails_recount_answered after update of kind, doubt, enforcement_id on inbound_mails for each row
  when (new.sender is not null and (old.kind, old.doubt, old.enforcement_id) is distinct from (new.kind, new.doubt, new.enforcement_id))
  execute function recount_answered_address();

-- One email about several findings: each has its record and a row of its own here, which is not delivered: the email that
-- carries it is. What happens to that email happens to all of them, so that clocks, escalations and lists read each
-- record's row as before. See docs/decisions/0048-one-email-about-several-findings.md.
alter table mails
  add column sent_with uuid references mails on delete cascade,
  -- It carries others.
  add column is_list boolean not null default false,
  -- The address of the finding, where an email is about several.
  add column about text;
create index mails_sent_with on mails (sent_with) where sent_with is not null;
drop index mails_waiting;
create index mails_waiting on mails (created_at) where sent_at is null and failed_at is null and sent_with is null;

create function carry_mails() returns trigger language plpgsql as $$
begin
  update mails set claimed_at = new.claimed_at, sending_at = new.sending_at, sent_at = new.sent_at,
    failed_at = new.failed_at, is_doubtful = new.is_doubtful, error = new.error, answer = new.answer,
    stored_key = new.stored_key, stored_sha256 = new.stored_sha256
  where sent_with = new.id;
  return null;
end $$;
create trigger mails_carried after update on mails for each row when (new.is_list) execute function carry_mails();

-- Desks that want one email with a list, and up to how many findings it may have. Addresses in lower case.
create table list_desks (
  email text primary key check (email = lower(email)),
  per_email int not null check (per_email between 2 and 100),
  changed_by uuid references users,
  changed_at timestamptz not null default now()
);

-- An answer to such an email is one row for each record that it concerns; all name the first of them.
alter table inbound_mails add column answer_of uuid references inbound_mails on delete cascade;
create index inbound_mails_answer_of on inbound_mails (answer_of) where answer_of is not null;

-- An answer that no longer concerns a record, or concerns another one: the clock of either is read again.
create function answer_moved() returns trigger language plpgsql as $$
declare
  record_id uuid;
begin
  foreach record_id in array case when tg_op = 'DELETE' then array[old.enforcement_id]
    else array[old.enforcement_id, new.enforcement_id] end
  loop
    update finding_clocks c set acknowledged_at = a.acknowledged_at, answered_at = a.answered_at
    from enforcements e cross join lateral (
      select min(i.received_at) as acknowledged_at,
        min(i.received_at) filter (where i.kind = 'reply') as answered_at
      from enforcements x join inbound_mails i on i.enforcement_id = x.id
      where x.company_id = e.company_id and x.finding_id = e.finding_id and i.doubt is null
        and i.kind in ('automatic', 'reply')) a
    where e.id = record_id and c.company_id = e.company_id and c.finding_id = e.finding_id;
    insert into escalation_inbox (enforcement_id, what) select record_id, 'answer'
    where exists (select from enforcements e where e.id = record_id);
  end loop;
  return null;
end $$;
create trigger answer_moved after update of enforcement_id on inbound_mails for each row
  when (old.doubt is null and old.enforcement_id is not null and new.enforcement_id is not null
    and old.enforcement_id <> new.enforcement_id) execute function answer_moved();
create trigger answer_removed after delete on inbound_mails for each row
  when (old.doubt is null and old.enforcement_id is not null) execute function answer_moved();

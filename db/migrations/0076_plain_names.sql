-- Names of the trade instead of words of our own. Only names change: no row of a log or of a case file is touched.

-- The status log: the rows of one bulk action are a batch. The head stands in the indexes, its lines carry the head's id
-- (docs/decisions/0013).
alter table status_log rename column leads to batch_size;
alter table status_log rename column leader_id to batch_id;
alter table status_log_new rename column leads to batch_size;

drop function rows_led_by(status_log, int);
-- The lines of a batch without its head; the last `max_rows` of them, null: all. Their ids follow the head's, so that no
-- other row of the moment is read. The plan is fixed and may come of an empty table: never a scan of the whole log.
create function rows_of_batch(head status_log, max_rows int) returns setof status_log
language plpgsql stable rows 1 set enable_seqscan = off as $$
begin
  return query select * from (
    select * from status_log l where l.at = head.at and l.id > head.id and l.batch_id = head.id
    order by l.id limit head.batch_size - 1) l order by l.id desc limit max_rows;
end $$;

create or replace function note_log_rows() returns trigger language plpgsql as $$
begin
  insert into status_log_new
    (company_id, brand_id, platform, status_from, status_to, username, finding_id, search_term, at, id, batch_size)
  select company_id, brand_id, platform, status_from, status_to, username, finding_id, search_term, at, id, batch_size
  from added where batch_size > 0;
  return null;
end $$;

-- Takes new rows into the small tables, 20,000 or what one batch has more; returns how many. Of batch lines all of a moment
-- are read at once: those of another batch come a little early.
create or replace function fold_log_rows() returns int language plpgsql set enable_seqscan = off as $$
declare
  folded int;
begin
  with claimed as materialized (
    delete from status_log_new where ctid = any(array(
      select row_at from (
        select row_at, sum(batch_size) over (rows between unbounded preceding and 1 preceding) as before
        from (select ctid as row_at, batch_size from status_log_new limit 20000 for update skip locked) n) n
      where coalesce(before, 0) < 20000)) returning *
  ), kinds as (
    insert into status_log_kinds
    select distinct company_id, brand_id, platform, status_from, status_to from claimed order by 1, 2, 3, 4, 5
    on conflict do nothing
  ), people as (
    insert into status_log_people select distinct company_id, username from claimed order by 1, 2
    on conflict do nothing
  ), terms as (
    insert into status_log_terms (company_id, finding_id, search_term)
    select company_id, finding_id, search_term from claimed
    union
    select l.company_id, l.finding_id, l.search_term
    from (select distinct at from claimed where batch_size > 1) n cross join lateral (
      select * from status_log l where l.at = n.at and l.batch_size = 0 offset 0) l
    order by 1, 2, 3
    on conflict do nothing
  )
  select coalesce(sum(batch_size), 0) into folded from claimed;
  return folded;
end $$;

-- Escalation: reminders and next addressees after a notice.
alter table ladders rename to escalations;
alter table ladder_runs rename to escalation_runs;
alter table ladder_events rename to escalation_events;
-- What happened to notices and is not yet taken into the runs.
alter table ladder_news rename to escalation_inbox;
-- The enforcement record whose email is on its way.
alter table escalation_runs rename column letter_id to email_record_id;
alter index ladder_runs_due rename to escalation_runs_due;
alter index ladder_runs_state rename to escalation_runs_state;
alter index ladder_runs_configuration rename to escalation_runs_configuration;
alter index ladder_events_letter rename to escalation_events_email;
alter index ladder_events_run rename to escalation_events_run;
alter index ladder_news_due rename to escalation_inbox_due;
alter table escalation_inbox drop constraint ladder_news_what_check;
update escalation_inbox set what = 'email' where what = 'letter';
alter table escalation_inbox add constraint escalation_inbox_what_check check (what in ('email', 'answer'));

alter function tell_ladders_of_letter() rename to notify_escalations_of_email;
create or replace function notify_escalations_of_email() returns trigger language plpgsql as $$
begin
  insert into escalation_inbox (enforcement_id, what) values (new.id, 'email');
  return null;
end $$;
alter function tell_ladders_of_answer() rename to notify_escalations_of_answer;
create or replace function notify_escalations_of_answer() returns trigger language plpgsql as $$
begin
  insert into escalation_inbox (enforcement_id, what) values (new.enforcement_id, 'answer');
  return null;
end $$;
alter trigger mails_tell_ladders on mails rename to mails_notify_escalations;
alter trigger inbound_mails_tell_ladders on inbound_mails rename to inbound_mails_notify_escalations;

-- Emails whose bytes are stored as evidence.
alter table mails rename column is_kept to is_archived;
alter table mails rename column kept_key to stored_key;
alter table mails rename column kept_sha256 to stored_sha256;
-- When the delivery of an email began: from then on nobody but the server knows whether it left.
alter table mails rename column leaving_at to sending_at;
alter table inbound_mails rename column kept_key to stored_key;
alter table inbound_mails rename column kept_sha256 to stored_sha256;

alter table case_files rename column asked_by to requested_by;
alter function keep_case_file() rename to guard_case_file;
create or replace function guard_case_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.head is null or
    (old.head, old.id, old.platform, old.company_ids, old.finding_ids, old.requested_by, old.created_at, old.ready_at,
      old.zip_bytes, old.zip_sha256, old.pdf_bytes, old.warnings)
    is not distinct from (new.head, new.id, new.platform, new.company_ids, new.finding_ids, new.requested_by,
      new.created_at, new.ready_at, new.zip_bytes, new.zip_sha256, new.pdf_bytes, new.warnings)) then
    return new;
  end if;
  raise exception 'The record of a case file cannot be altered';
end $$;
alter trigger case_file_kept on case_files rename to case_file_guarded;
alter trigger case_files_kept on case_files rename to case_files_guarded;

alter function keep_last_enforcement() rename to update_last_enforcement;
alter trigger last_enforcement_kept on enforcements rename to last_enforcement_updated;

alter table client_requests rename column place to position;
alter table white_list_entries rename column place to position;
alter table request_sendings rename to request_submissions;
alter table client_requests rename column sending_id to submission_id;
alter index client_requests_sending rename to client_requests_submission;
alter table report_sendings rename to report_deliveries;
alter table finding_watches rename column is_asked to is_requested;
alter table registrations rename column asked_at to requested_at;
alter table visit_minutes rename column taken to used;
alter table finding_look_ups rename to finding_lookups;

-- Jobs have plain names too: what was requested under an old name is requested anew, schedules are written at the next start.
select enqueue_job('password-reset-requested', data, 3) from pgboss.job where name = 'reset-asked' and state in ('created', 'retry');
delete from pgboss.job where name = 'reset-asked' and state in ('created', 'retry');
-- Emails of client requests that wait name their submission as the job does now.
update pgboss.job set data = jsonb_build_object('submissionId', data -> 'sendingId')
where name = 'mail-client-requests' and data ? 'sendingId';
delete from pgboss.schedule
where name in ('keep-clocks', 'tend-mails', 'tend-case-files', 'take-steps', 'end-ladders', 'take-answers', 'keep-log-parts');

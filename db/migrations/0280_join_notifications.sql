-- What a notice to clients says happened ('added', or the status reached). Until a person looks at the bell, notices of a
-- brand and platform that say the same are one in it. Null: never joined.
alter table notices add column kind text;
-- When a person last looked at the bell.
alter table users add column bell_seen_at timestamptz not null default now();
create index notifications_notice on notifications (notice_id);

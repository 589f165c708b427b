-- A letter passes these moments: claimed by a delivery, leaving (its content goes to the mail server), and one end: sent,
-- failed, or failed with nobody knowing whether it left. See docs/decisions/0012-notices-leave-once.md.
alter table mails add column claim uuid;
alter table mails add column leaving_at timestamptz;
-- The process or the connection ended between leaving and the answer: never sent again by itself.
alter table mails add column is_doubtful boolean not null default false;
-- The server's own words when it took or refused the letter.
alter table mails add column answer text;
-- Letters to one domain that share a pace; others leave as they come.
alter table mails add column is_paced boolean not null default false;
-- Not before this moment: the place in its domain's pace, or the pause after a refusal for now.
alter table mails add column not_before timestamptz;
-- Attempts that never reached a mail server; they do not count as tries.
alter table mails add column waits int not null default 0;

-- When the next paced letter to a domain may leave.
create table mail_paces (
  domain text primary key,
  next_at timestamptz not null
);

-- A letter that follows another one says so in its headers (In-Reply-To, References), so that mailboxes show them together.
alter table mails add column follows uuid references mails;

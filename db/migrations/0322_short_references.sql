-- no transaction
-- Ticket systems answer with the subject of a notice, which ends in the last eight digits of its id, and without the id.
drop index concurrently if exists enforcements_reference;
create index concurrently enforcements_reference on enforcements (right(id::text, 8)) where abuse_email is not null;

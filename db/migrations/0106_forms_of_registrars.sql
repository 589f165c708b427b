-- The web form that a registrar takes reports of abuse with, where it names no email address.
alter table registrations add column form text;

-- Findings that are looked up again days later, however old they are by then.
create index finding_lookups_due on finding_lookups (next_at) where next_at is not null;

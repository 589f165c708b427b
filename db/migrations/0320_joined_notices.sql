-- The notices whose findings were joined into this one: what still names one of them leads here.
alter table notices add column joined_ids uuid[] not null default '{}';

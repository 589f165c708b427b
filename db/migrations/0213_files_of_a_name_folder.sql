-- Of a file in the folder of names: its size and when it was changed, as it was read last. A changed file is read again.
alter table name_feeds add column file_version text;

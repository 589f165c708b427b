-- A line of a white list is kept as it was written (G104); null where that is the form in which it is compared.
alter table white_list_entries add column written text;
create index white_list_entries_written on white_list_entries using gin (written gin_trgm_ops) where written is not null;

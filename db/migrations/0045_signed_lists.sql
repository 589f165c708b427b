-- Whether a list of the clearinghouse came with its signature, which is checked when it is loaded.
alter table tmch_lists add column is_signed boolean not null default false;

-- When an Admin took a file of names off the list of feeds; a file of the folder is listed again once it is changed.
alter table name_feeds add column dismissed_at timestamptz;

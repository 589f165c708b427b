-- Two Admins may have the same purchase open: the later one is shown what the earlier saved.
alter table purchases add column version integer not null default 1, add column updated_by uuid references users;

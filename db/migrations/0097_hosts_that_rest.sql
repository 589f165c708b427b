-- A host that asked us to wait (429, 503) is left alone by every process until then; and how often in a row it asked.
alter table visit_hosts add column resting_until timestamptz, add column refusals int not null default 0;

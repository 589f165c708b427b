-- Findings that were removed from a cluster can be put back, which its history says.
alter table cluster_events drop constraint cluster_events_type_check;
alter table cluster_events add constraint cluster_events_type_check
  check (type in ('joined', 'joined-alike', 'parted-value', 'parted-findings', 'put-back', 'split-off', 'decided')) not valid;
alter table cluster_events validate constraint cluster_events_type_check;

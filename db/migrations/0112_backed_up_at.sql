-- When the latest backup of this database was complete: its age is a metric.
alter table installation add column backed_up_at timestamptz;

-- no transaction
-- The daily emails name the work that was assigned since the ones before.
drop index concurrently if exists assignments_assigned;
create index concurrently assignments_assigned on assignments (assigned_at);

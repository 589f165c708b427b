-- The finished job whose failed rows a job works on again, under the numbers that they have there. Each is retried once:
-- rows that fail again belong to the newer job.
alter table tool_jobs add column retry_of uuid references tool_jobs on delete set null;
create unique index tool_jobs_retry_of on tool_jobs (retry_of) where retry_of is not null;

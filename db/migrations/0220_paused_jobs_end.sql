-- When work on a job was paused: one that nobody resumes ends after its retention time. Those paused so far count from now.
alter table tool_jobs add column paused_at timestamptz;
update tool_jobs set paused_at = now() where state = 'Paused';

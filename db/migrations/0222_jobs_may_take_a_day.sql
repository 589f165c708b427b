-- A job may take up to a day: the queue took one of more than 15 minutes for lost, and started it again beside itself. The
-- jobs of a killed process are recognised by their heartbeat.
create or replace function enqueue_job(job_name text, payload jsonb, tries int, wait_seconds int default 0) returns void
language plpgsql as $$
begin
  if not exists (select 1 from pgboss.queue where name = job_name) then
    perform pgboss.create_queue(job_name, jsonb_build_object('policy', 'standard', 'retryLimit', tries - 1,
      'retryDelay', 2, 'retryBackoff', true, 'retryDelayMax', 600, 'heartbeatSeconds', 30, 'expireInSeconds', 86400,
      'notify', true));
  end if;
  insert into pgboss.job (name, data, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max, heartbeat_seconds,
    expire_seconds, deletion_seconds, keep_until, start_after)
  select name, payload, policy, tries - 1, retry_delay, retry_backoff, retry_delay_max, heartbeat_seconds,
    expire_seconds, deletion_seconds, now() + interval '100 years', now() + make_interval(secs => wait_seconds)
  from pgboss.queue where name = job_name;
  if wait_seconds = 0 then
    perform pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), job_name);
  end if;
end $$;
update pgboss.queue set expire_seconds = 86400;
update pgboss.job set expire_seconds = 86400 where state in ('created', 'retry');

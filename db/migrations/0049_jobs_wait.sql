-- Work that was asked for waits until it is done, however long no worker runs: the queue drops by itself what has waited for
-- longer than its retention, which is two weeks.
create or replace function enqueue_job(job_name text, payload jsonb, tries int, wait_seconds int default 0) returns void
language plpgsql as $$
begin
  if not exists (select 1 from pgboss.queue where name = job_name) then
    perform pgboss.create_queue(job_name, jsonb_build_object('policy', 'standard', 'retryLimit', tries - 1,
      'retryDelay', 2, 'retryBackoff', true, 'retryDelayMax', 600, 'heartbeatSeconds', 30, 'notify', true));
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
update pgboss.job set keep_until = now() + interval '100 years' where state in ('created', 'retry');

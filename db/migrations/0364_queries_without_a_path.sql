-- `a.test?id=1` and `a.test/?id=1` are one address now: a job computes stored keys again, once where one waits already.
select enqueue_job('renormalise-addresses', '{}', 20)
where not exists (select from pgboss.job where name = 'renormalise-addresses' and state = 'created');

-- `a.test?id=1` and `a.test/?id=1` are one address now: a job computes stored keys again.
select enqueue_job('renormalise-addresses', '{}', 20);

-- The normal form of addresses (G63) follows the URL standard now: a job computes stored keys again.
select enqueue_job('renormalise-addresses', '{}', 20);

-- A week and a month may begin on the same day: whoever changed from weekly to monthly reports missed that month's.
alter table report_sendings drop constraint report_sendings_pkey, add primary key (subscription_id, period_start, period_end);

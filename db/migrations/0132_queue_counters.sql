-- Where approved findings are: the queue is taken from the oldest month that has some, and its size is shown on the home
-- of staff. Without the number itself, so that folding still updates rows in their page.
create index counter_month_approved on counter_month (platform, company_id, month) where status = '22';

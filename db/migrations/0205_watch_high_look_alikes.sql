-- Look-alikes that were decided to be of high priority are watched as well, until they are enforced.
drop index searched_domains_watched;
create index searched_domains_watched on searched_domains (watched_at nulls first) where action is not null;

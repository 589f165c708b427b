-- Searched Domains lists those that were decided about, the last decision first, to take one back.
create index searched_domains_decided on searched_domains (acted_at desc, id desc) where action is not null;

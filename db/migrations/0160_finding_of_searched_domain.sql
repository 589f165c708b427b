-- no transaction
-- Notices and case files look for the page that was stored of a finding.
drop index concurrently if exists searched_domains_finding;
create index concurrently searched_domains_finding on searched_domains (finding_id) where finding_id is not null;

-- no transaction
-- The page of a cluster does not count findings that were removed from it, of which there are few.
drop index concurrently if exists finding_values_parted;
create index concurrently finding_values_parted on finding_values (company_id, value_id) where is_parted;

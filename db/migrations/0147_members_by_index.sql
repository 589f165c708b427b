-- The findings of a value without reading the rows of the table: page 400 of a cluster reads 15,000 of them.

create index finding_values_members on finding_values (company_id, value_id, finding_id) include (is_parted);
drop index finding_values_value;
alter index finding_values_members rename to finding_values_value;

-- The own pages and pictures of a brand, with which look-alikes are compared, are its references. Only names change.
alter table brand_looks rename to brand_references;
alter index brand_looks_pkey rename to brand_references_pkey;
alter index brand_looks_brand_id_label_key rename to brand_references_brand_id_label_key;
alter index brand_looks_waiting rename to brand_references_waiting;
alter index brand_looks_pictures rename to brand_references_pictures;

-- What was requested under the old name of the job is requested anew.
select enqueue_job('read-brand-references', data, 150) from pgboss.job
where name = 'read-brand-looks' and state in ('created', 'retry', 'active');
delete from pgboss.job where name = 'read-brand-looks' and state in ('created', 'retry', 'active');

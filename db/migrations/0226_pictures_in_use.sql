-- no transaction
-- The nightly removal of deleted findings looks for what else shows their pictures.
drop index concurrently if exists findings_pictures;
create index concurrently findings_pictures on findings (image_key) where image_key is not null;
drop index concurrently if exists brand_looks_pictures;
create index concurrently brand_looks_pictures on brand_looks (image_key) where image_key is not null;

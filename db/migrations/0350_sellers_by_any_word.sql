-- no transaction
-- The palette finds sellers by any part of their name.
drop index concurrently if exists seller_counts_seller_part;
create index concurrently seller_counts_seller_part on seller_counts using gin (seller gin_trgm_ops);

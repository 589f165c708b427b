-- A text inside an address of a white list is found by its index (G108); without it every entry was read.
create index white_list_entries_search on white_list_entries using gin ((normalised collate "default") gin_trgm_ops);
-- The order by name of 10,000 companies and 50,000 brands, either way; empty values come last, so each has its own index.
create index companies_name_down on companies (lower(name) desc nulls last, id desc) where deleted_at is null;
create index brands_name_up on brands (lower(brand_name), id desc) where deleted_at is null;
create index brands_name_down on brands (lower(brand_name) desc nulls last, id desc) where deleted_at is null;

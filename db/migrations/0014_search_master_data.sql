-- Part matches on what lists of companies and brands search (G108); the lists stand newest first.
create index companies_search on companies using gin (name gin_trgm_ops, legal_name gin_trgm_ops, city gin_trgm_ops,
  state gin_trgm_ops, country gin_trgm_ops, gst gin_trgm_ops) where deleted_at is null;
create index brands_search on brands using gin (brand_name gin_trgm_ops, search_term gin_trgm_ops, category gin_trgm_ops)
  where deleted_at is null;

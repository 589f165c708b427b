-- The hashes of the logos and the icon on a page: PDQ of pictures, SHA-256 of SVG files; 32 bytes each.
alter table searched_domains add column logo_hashes bytea[] not null default '{}';
alter table brand_looks add column logo_hashes bytea[] not null default '{}';

-- Rows of a sheet name their picture as people write it: runs of spaces count as one, letter case does not matter.
create index files_picture_name on files (bucket, lower(regexp_replace(btrim(original_name), '\s+', ' ', 'g')));

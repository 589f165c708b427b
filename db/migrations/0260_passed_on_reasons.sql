-- Findings that pass a reason or a picture on to each other in one edit have the same sum of hashes as before: their values
-- were not read again, and they stayed in each other's clusters. With the finding in each hash the sums differ.
create or replace function change_clusters_pending() returns trigger language plpgsql as $$
begin
  insert into cluster_pending (company_id, has_new_values, finding_ids)
  select company_id,
    (select sum(hashtext(concat_ws(chr(10), id, reason, image_bucket, image_key))) from removed)
      is distinct from (select sum(hashtext(concat_ws(chr(10), id, reason, image_bucket, image_key))) from changed),
    array_agg(id)
  from (select company_id, id, (row_number() over (partition by company_id) - 1) / 5000 as part from changed) c
  group by company_id, part;
  return null;
end $$;

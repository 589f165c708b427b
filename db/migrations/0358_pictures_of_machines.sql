-- Findings whose picture was not uploaded, but taken by a machine: their pictures were never compared. Their values are read
-- again, which queues the pictures.
insert into cluster_pending (company_id, has_new_values, finding_ids)
select company_id, true, array_agg(id)
from (
  select f.company_id, f.id, (row_number() over (partition by f.company_id) - 1) / 5000 as part
  from files p join findings f on f.image_key = p.key and f.image_bucket = p.bucket
  where p.purpose <> 'images' and p.media_type like 'image/%') c
group by company_id, part;

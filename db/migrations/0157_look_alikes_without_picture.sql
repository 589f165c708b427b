-- Look-alikes whose page was read without a browser: a job takes their pictures once there is one, and
-- those of the brand's own pages; when it tried last.
create index searched_domains_without_picture on searched_domains (likeness desc)
  where action is null and image_key is null and visit->>'status' is not null;
alter table brand_looks add column picture_tried_at timestamptz;

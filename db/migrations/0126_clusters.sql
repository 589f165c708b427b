-- Findings that belong together. A finding has values (a store, a phone number, a picture …); a cluster is a set of
-- values of one company, so that two clusters are joined by giving a few values another cluster, whatever the number of
-- findings. See docs/decisions/0044.

-- Perceptual hashes of stored pictures. `group_id` is the same for pictures that look the same.
create table picture_hashes (
  bucket text not null,
  key text not null,
  state text not null default 'waiting' check (state in ('waiting', 'done', 'poor', 'unreadable')),
  hash bit(256),
  quality int,
  group_id uuid,
  tries int not null default 0,
  not_before timestamptz not null default now(),
  hashed_at timestamptz,
  primary key (bucket, key),
  foreign key (bucket, key) references files (bucket, key) on delete cascade
);
create index picture_hashes_waiting on picture_hashes (not_before) where state = 'waiting';
create index picture_hashes_hashed on picture_hashes (hashed_at);

-- The first picture of each group. Hashes that differ in at most 31 of 256 bits have one of 16 bands of 16 bits that
-- differs in at most one bit: `bands` has each band as 65536 * band + value.
create table picture_groups (
  id uuid primary key,
  hash bit(256) not null,
  bands int[] not null
);
create index picture_groups_bands on picture_groups using gin (bands);

create function add_picture_to_hash() returns trigger language plpgsql as $$
begin
  insert into picture_hashes (bucket, key)
  select bucket, key from added where purpose = 'images' and media_type like 'image/%'
  on conflict do nothing;
  return null;
end $$;
create trigger files_hashed after insert on files
  referencing new table as added for each statement execute function add_picture_to_hash();

-- Findings whose picture is not hashed yet.
create table picture_waits (
  bucket text not null,
  key text not null,
  company_id uuid not null,
  finding_id uuid not null,
  primary key (bucket, key, company_id, finding_id)
);

-- Findings whose values or counts have to be read again; written by triggers, so that no path forgets it.
create table cluster_pending (
  id bigint generated always as identity primary key,
  company_id uuid not null,
  -- Whether values may have changed, or only what is counted.
  has_new_values boolean not null,
  finding_ids uuid[] not null
);

-- An id made from a text: the same text has the same id everywhere (version 8 of RFC 9562).
create function id_of_text(text) returns uuid language sql immutable strict parallel safe as $$
  select overlay(overlay(md5($1) placing '8' from 13 for 1) placing '8' from 17 for 1)::uuid
$$;

-- The values of findings. `value_id` is a hash of kind and value, the same in all companies.
create table finding_values (
  company_id uuid not null,
  value_id uuid not null,
  finding_id uuid not null,
  -- Taken out by a person: the finding is no member because of this value.
  is_parted boolean not null default false,
  primary key (company_id, finding_id, value_id)
);
create index finding_values_value on finding_values (company_id, value_id, finding_id);

create table cluster_values (
  company_id uuid not null,
  value_id uuid not null,
  kind text not null,
  value text not null,
  cluster_id uuid not null,
  -- Findings that have it, at most; deleted ones are counted.
  findings int not null default 0,
  -- Whether findings that share it with others join clusters.
  is_joining boolean not null,
  -- So common that it says nothing: it has no findings any more.
  is_common boolean not null default false,
  -- Taken out of its cluster by a person: it joins nothing any more.
  is_parted boolean not null default false,
  primary key (company_id, value_id)
);
create index cluster_values_cluster on cluster_values (company_id, cluster_id);
create index cluster_values_everywhere on cluster_values (value_id, company_id);
create index cluster_values_search on cluster_values using gin (value gin_trgm_ops);

-- Clusters of two findings and more, and those that were joined into another.
create table clusters (
  company_id uuid not null references companies,
  id uuid not null,
  joined_into uuid,
  version int not null default 1,
  findings int not null default 0,
  open int not null default 0,
  brands int not null default 0,
  first_seen date,
  last_seen date,
  -- Must be counted again; large ones wait.
  is_stale boolean not null default false,
  counted_at timestamptz not null default now(),
  primary key (company_id, id)
);
create index clusters_harm on clusters (open desc, findings desc, id) where joined_into is null and findings > 1;
create index clusters_stale on clusters (counted_at) where is_stale;
create index clusters_joined on clusters (company_id, joined_into) where joined_into is not null;

create table cluster_counts (
  company_id uuid not null,
  cluster_id uuid not null,
  brand_id uuid not null,
  platform text not null,
  status text not null,
  findings int not null,
  first_seen date not null,
  last_seen date not null,
  primary key (company_id, cluster_id, brand_id, platform, status)
);

-- What people and the program did to clusters.
create table cluster_events (
  company_id uuid not null,
  id uuid not null,
  cluster_id uuid not null,
  at timestamptz not null default now(),
  user_id uuid references users,
  type text not null check (type in ('joined', 'joined-alike', 'parted-value', 'parted-findings', 'split-off', 'decided')),
  -- The other cluster.
  other_id uuid,
  -- The values, the findings or the decision as text.
  what text not null,
  findings int not null default 0,
  finding_ids uuid[] not null default '{}',
  note text not null default '',
  primary key (company_id, id)
);
create index cluster_events_cluster on cluster_events (company_id, cluster_id, at desc);

create function add_clusters_pending() returns trigger language plpgsql as $$
begin
  insert into cluster_pending (company_id, has_new_values, finding_ids)
  select company_id, true, array_agg(id)
  from (select company_id, id, (row_number() over (partition by company_id) - 1) / 5000 as part from changed) c
  group by company_id, part;
  return null;
end $$;
create trigger findings_clustered_in after insert on findings
  referencing new table as changed for each statement execute function add_clusters_pending();
create trigger findings_clustered_out after delete on findings
  referencing old table as changed for each statement execute function add_clusters_pending();

-- Sums of hashes say whether a value changed without matching 20,000 rows with what they were.
create function change_clusters_pending() returns trigger language plpgsql as $$
begin
  insert into cluster_pending (company_id, has_new_values, finding_ids)
  select company_id,
    (select sum(hashtext(concat_ws(chr(10), reason, image_bucket, image_key))) from removed)
      is distinct from (select sum(hashtext(concat_ws(chr(10), reason, image_bucket, image_key))) from changed),
    array_agg(id)
  from (select company_id, id, (row_number() over (partition by company_id) - 1) / 5000 as part from changed) c
  group by company_id, part;
  return null;
end $$;
create trigger findings_clustered_again after update on findings
  referencing old table as removed new table as changed for each statement execute function change_clusters_pending();

create function change_details_pending() returns trigger language plpgsql as $$
begin
  insert into cluster_pending (company_id, has_new_values, finding_ids)
  select company_id, true, array_agg(finding_id)
  from (select company_id, finding_id, (row_number() over (partition by company_id) - 1) / 5000 as part from changed) c
  group by company_id, part;
  return null;
end $$;
create trigger findings_domain_clustered after update on findings_domain
  referencing new table as changed for each statement execute function change_details_pending();
create trigger findings_website_clustered after update on findings_website
  referencing new table as changed for each statement execute function change_details_pending();
create trigger findings_social_media_clustered after update on findings_social_media
  referencing new table as changed for each statement execute function change_details_pending();
create trigger findings_e_commerce_clustered after update on findings_e_commerce
  referencing new table as changed for each statement execute function change_details_pending();
create trigger findings_app_store_clustered after update on findings_app_store
  referencing new table as changed for each statement execute function change_details_pending();

-- What is stored already: the worker hashes its pictures and reads its values, in parts.
insert into picture_hashes (bucket, key)
select bucket, key from files where purpose = 'images' and media_type like 'image/%';
insert into cluster_pending (company_id, has_new_values, finding_ids)
select company_id, true, array_agg(id)
from (select company_id, id, (row_number() over (partition by company_id) - 1) / 5000 as part from findings) f
group by company_id, part;

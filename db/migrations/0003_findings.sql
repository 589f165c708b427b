-- What all platforms share. Narrow, and with no index on status, so that a status change stays in its page (HOT).
create table findings (
  company_id uuid not null references companies,
  id uuid not null,
  brand_id uuid not null references brands,
  platform text not null,
  reporting_date date not null,
  status text not null,
  priority text check (priority in ('High', 'Low')),
  reason text,
  reason_code text references reason_codes,
  -- First 16 bytes of SHA-256 over platform and normalised address (G63).
  identity_key uuid not null,
  -- The image cell as given; bucket and key when it is a stored object (G69).
  image text,
  image_bucket text,
  image_key text,
  client_comment text,
  employee_code text,
  created_by uuid references users,
  updated_by uuid references users,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (company_id, id)
) with (fillfactor = 85);

create unique index findings_identity on findings (company_id, brand_id, identity_key) where deleted_at is null;
-- Every list walks it; the included columns answer counts and filters without the table.
create index findings_listed on findings (company_id, platform, reporting_date desc, id desc)
  include (brand_id, priority, reason_code) where deleted_at is null;
create statistics findings_brand_status on brand_id, status, priority from findings;

create table findings_domain (
  company_id uuid not null,
  finding_id uuid not null,
  domain text not null,
  tld text,
  url text,
  advertiser text,
  registrar text,
  ip_address text,
  hosting text,
  last_mofified_date date,
  expiry_date date,
  registration_date date,
  note text,
  name text,
  org text,
  address text,
  state text,
  country text,
  email_address text,
  contact_number text,
  primary key (company_id, finding_id),
  foreign key (company_id, finding_id) references findings on delete cascade
);
create index findings_domain_domain on findings_domain (company_id, domain, finding_id);
create index findings_domain_tld on findings_domain (company_id, tld, finding_id);
create index findings_domain_search on findings_domain using gin (company_id, domain gin_trgm_ops);

create table findings_website (
  company_id uuid not null,
  finding_id uuid not null,
  url text not null,
  domain text,
  advertiser text,
  ip_address text,
  registrar text,
  hosting text,
  primary key (company_id, finding_id),
  foreign key (company_id, finding_id) references findings on delete cascade
);
create index findings_website_domain on findings_website (company_id, domain, finding_id);
create index findings_website_search on findings_website using gin (company_id, url gin_trgm_ops);

create table findings_social_media (
  company_id uuid not null,
  finding_id uuid not null,
  platform text not null,
  heading text,
  link text not null,
  advertiser text,
  post_date date,
  likes_count bigint,
  comments_count bigint,
  shared_count bigint,
  post_duration_yt text,
  follower_subscriber_count bigint,
  following_count bigint,
  last_post_date date,
  last_post_comments bigint,
  last_post_likes bigint,
  last_post_share bigint,
  last_post_count bigint,
  creation_joining_date date,
  post_count_you_tube_video_count bigint,
  view_count bigint,
  telegram_link_count bigint,
  video_url text,
  primary key (company_id, finding_id),
  foreign key (company_id, finding_id) references findings on delete cascade
);
create index findings_social_media_platform on findings_social_media (company_id, platform, finding_id);
create index findings_social_media_heading on findings_social_media (company_id, heading, finding_id);
create index findings_social_media_search on findings_social_media using gin (company_id, heading gin_trgm_ops, link gin_trgm_ops);

create table findings_e_commerce (
  company_id uuid not null,
  finding_id uuid not null,
  site text not null,
  url text not null,
  title text,
  price numeric(12, 2),
  comparative_link text,
  comparative_price numeric(12, 2),
  username text,
  store_id text,
  address text,
  city text,
  country text,
  rating numeric(12, 2),
  number_of_ratings bigint,
  number_of_reviews bigint,
  mrp numeric(12, 2),
  seller_rating numeric(12, 2),
  contact_number text,
  pid text,
  lid text,
  discount_percentage numeric(5, 2),
  flipkart_assured boolean,
  sku text,
  primary key (company_id, finding_id),
  foreign key (company_id, finding_id) references findings on delete cascade
);
create index findings_e_commerce_title on findings_e_commerce (company_id, title, finding_id);
create index findings_e_commerce_site on findings_e_commerce (company_id, site, finding_id);
create index findings_e_commerce_price on findings_e_commerce (company_id, price, finding_id);
-- Listing ids are compared trimmed and upper-cased (G63).
create index findings_e_commerce_lid on findings_e_commerce (company_id, (upper(btrim(lid)))) where lid is not null;
-- The unique-seller screen and the counts inside and outside the company (G64).
create index findings_e_commerce_seller on findings_e_commerce (lower(username), lower(site), company_id) where username is not null;
create index findings_e_commerce_search on findings_e_commerce using gin (company_id, title gin_trgm_ops, url gin_trgm_ops);

create table findings_app_store (
  company_id uuid not null,
  finding_id uuid not null,
  app_name text not null,
  app_store text,
  url text not null,
  developer_name text,
  latest_publish_date date,
  number_of_download text,
  version text,
  price numeric(12, 2),
  store_version text,
  reviews bigint,
  ratings numeric(12, 2),
  website text,
  address text,
  number_of_apps bigint,
  primary key (company_id, finding_id),
  foreign key (company_id, finding_id) references findings on delete cascade
);
create index findings_app_store_name on findings_app_store (company_id, app_name, finding_id);
create index findings_app_store_search on findings_app_store using gin (company_id, app_name gin_trgm_ops, url gin_trgm_ops, developer_name gin_trgm_ops);

-- Every comment a client wrote; the last one also stands on the finding (G55).
create table comments (
  id uuid primary key,
  company_id uuid not null,
  finding_id uuid not null,
  comment text not null,
  user_id uuid not null references users,
  created_at timestamptz not null default now(),
  foreign key (company_id, finding_id) references findings
);
create index comments_finding on comments (company_id, finding_id, created_at desc);

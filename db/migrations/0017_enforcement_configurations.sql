-- What a notice says and carries, for one company, brand and platform (G75, G105).
create table enforcement_configurations (
  id uuid primary key,
  company_id uuid not null references companies,
  brand_id uuid not null references brands,
  platform text not null,
  enabled boolean not null default true,
  -- Lines of the letter, with placeholders.
  mail_body text[] not null,
  -- [{fileName, bucket, key}] as letters carry them.
  attachments jsonb not null default '[]',
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz
);
create unique index enforcement_configurations_one
  on enforcement_configurations (company_id, brand_id, platform) where deleted_at is null;

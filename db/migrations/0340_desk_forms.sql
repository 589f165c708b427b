-- Web forms through which registrars, hosts and content delivery networks take reports, kept by Admins. `known_as` are the
-- names, in lower-case words, by which registries and findings call the desk. `harms`: the kinds of harm that the form serves;
-- empty for all. A content delivery network without a form is here, too: it passes reports on and names the host behind it.
create table desk_forms (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('registrar', 'host', 'cdn')),
  name text not null,
  known_as text[] not null check (cardinality(known_as) > 0),
  form text,
  -- False: the desk answers email about these kinds of harm with a pointer to its form only.
  takes_email boolean not null,
  harms text[] not null default '{}',
  -- Where the form comes from, and when it was last read.
  source text not null,
  checked_on date not null,
  is_used boolean not null default true,
  version int not null default 1,
  updated_by uuid references users,
  updated_at timestamptz not null default now(),
  check (form is not null or (kind = 'cdn' and takes_email))
);
create unique index desk_forms_form on desk_forms (kind, lower(name), coalesce(form, ''));

-- A form whose address is not known for certain has no row.
insert into desk_forms (kind, name, known_as, form, takes_email, source, checked_on)
select kind, name, string_to_array(known_as, ','), form, takes_email, 'Supplied with the product', date '2026-11-28'
from (values
  ('cdn', 'Cloudflare', 'cloudflare', 'https://abuse.cloudflare.com/', false),
  ('cdn', 'Akamai', 'akamai', null, true),
  ('cdn', 'Fastly', 'fastly', null, true),
  ('cdn', 'Amazon CloudFront', 'cloudfront', null, true),
  ('cdn', 'Imperva', 'imperva,incapsula', null, true),
  ('cdn', 'Sucuri', 'sucuri', null, true),
  ('cdn', 'DDoS-Guard', 'ddosguard,ddos guard', null, true),
  ('cdn', 'StackPath', 'stackpath', null, true),
  ('cdn', 'bunny.net', 'bunnycdn,bunnyway', null, true),
  ('cdn', 'CDN77', 'cdn77', null, true),
  ('cdn', 'Qrator', 'qrator', null, true),
  ('registrar', 'Cloudflare Registrar', 'cloudflare', 'https://abuse.cloudflare.com/', false),
  ('registrar', 'GoDaddy', 'godaddy', 'https://supportcenter.godaddy.com/AbuseReport', true),
  ('registrar', 'Tucows', 'tucows', 'https://tucowsdomains.com/report-abuse/', true),
  ('registrar', 'NameSilo', 'namesilo', 'https://www.namesilo.com/report_abuse.php', true),
  ('registrar', 'Porkbun', 'porkbun', 'https://porkbun.com/abuse', true),
  ('host', 'GoDaddy', 'godaddy', 'https://supportcenter.godaddy.com/AbuseReport', true),
  ('host', 'Amazon Web Services', 'amazon web services,amazonaws,amazon aws,amazon technologies,amazon com', 'https://support.aws.amazon.com/#/contacts/report-abuse', true),
  ('host', 'Google Cloud', 'google cloud', 'https://support.google.com/code/contact/cloud_platform_report', true),
  ('host', 'Microsoft Azure', 'azure,microsoft', 'https://msrc.microsoft.com/report/', true),
  ('host', 'DigitalOcean', 'digitalocean', 'https://www.digitalocean.com/company/contact/abuse', true),
  ('host', 'OVHcloud', 'ovh,ovhcloud', 'https://www.ovhcloud.com/en/abuse/', true),
  ('host', 'Hetzner', 'hetzner', 'https://abuse.hetzner.com/', true)
) as seed (kind, name, known_as, form, takes_email);

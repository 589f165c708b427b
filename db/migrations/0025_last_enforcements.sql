-- Records that were made together carry the same batch: progress of a bulk is asked by it.
alter table enforcements add column batch_id uuid;
create index enforcements_batch on enforcements (batch_id) where batch_id is not null;

-- The last enforcement of each finding, so that lists ask for registrar, address, host and action by index. Kept in step by
-- the trigger below, whoever writes a record.
create table last_enforcements (
  company_id uuid not null,
  finding_id uuid not null,
  enforcement_id uuid not null,
  platform text not null,
  registrar text,
  ip_address text,
  hosting text,
  action_taken text not null,
  action_date date not null,
  primary key (company_id, finding_id),
  foreign key (company_id, finding_id) references findings on delete cascade
);
create index last_enforcements_action on last_enforcements (company_id, platform, action_taken, finding_id);
create index last_enforcements_search on last_enforcements
  using gin (company_id, registrar gin_trgm_ops, ip_address gin_trgm_ops, hosting gin_trgm_ops);

-- Also keeps the actions in use, for the filter's choices (G73). Rows come in one order, so that two bulks never deadlock.
create function keep_last_enforcement() returns trigger language plpgsql as $$
begin
  insert into last_enforcements as last
    (company_id, finding_id, enforcement_id, platform, registrar, ip_address, hosting, action_taken, action_date)
  select distinct on (a.company_id, a.finding_id)
    a.company_id, a.finding_id, a.id, f.platform, a.registrar, a.ip_address, a.hosting, a.action_taken, a.action_date
  from added a join findings f on f.company_id = a.company_id and f.id = a.finding_id
  order by a.company_id, a.finding_id, a.action_date desc, a.id desc
  on conflict (company_id, finding_id) do update set enforcement_id = excluded.enforcement_id,
    registrar = excluded.registrar, ip_address = excluded.ip_address, hosting = excluded.hosting,
    action_taken = excluded.action_taken, action_date = excluded.action_date
  where (last.action_date, last.enforcement_id) < (excluded.action_date, excluded.enforcement_id);
  insert into facets (company_id, platform, brand_id, name, value)
  select distinct a.company_id, f.platform, f.brand_id, 'actionTaken', a.action_taken
  from added a join findings f on f.company_id = a.company_id and f.id = a.finding_id
  order by 1, 2, 3, 5
  on conflict do nothing;
  return null;
end $$;
create trigger last_enforcement_kept after insert on enforcements
  referencing new table as added for each statement execute function keep_last_enforcement();

insert into last_enforcements
  (company_id, finding_id, enforcement_id, platform, registrar, ip_address, hosting, action_taken, action_date)
select distinct on (e.company_id, e.finding_id)
  e.company_id, e.finding_id, e.id, f.platform, e.registrar, e.ip_address, e.hosting, e.action_taken, e.action_date
from enforcements e join findings f on f.company_id = e.company_id and f.id = e.finding_id
order by e.company_id, e.finding_id, e.action_date desc, e.id desc;
insert into facets (company_id, platform, brand_id, name, value)
select distinct e.company_id, f.platform, f.brand_id, 'actionTaken', e.action_taken
from enforcements e join findings f on f.company_id = e.company_id and f.id = e.finding_id
on conflict do nothing;

-- Where abuse is reported, by the name of a registrar or host (G74). Addresses used by hand join these.
create table abuse_contacts (
  name text not null,
  email text not null,
  created_by uuid references users,
  created_at timestamptz not null default now()
);
create unique index abuse_contacts_once on abuse_contacts (lower(name), lower(email));

-- The well-known registrars and hosts, as they publish their abuse desks.
insert into abuse_contacts (name, email) values
  ('GoDaddy', 'abuse@godaddy.com'),
  ('Namecheap', 'abuse@namecheap.com'),
  ('Tucows', 'domainabuse@tucows.com'),
  ('PublicDomainRegistry', 'abuse-contact@publicdomainregistry.com'),
  ('PDR Ltd', 'abuse-contact@publicdomainregistry.com'),
  ('BigRock', 'abuse@bigrock.com'),
  ('Network Solutions', 'domain.operations@web.com'),
  ('eNom', 'abuse@enom.com'),
  ('GMO Internet', 'abuse@gmo.jp'),
  ('Alibaba Cloud', 'domainabuse@service.aliyun.com'),
  ('IONOS', 'abuse@ionos.com'),
  ('OVH', 'abuse@ovh.net'),
  ('Key-Systems', 'abuse@key-systems.net'),
  ('Gandi', 'abuse@support.gandi.net'),
  ('NameSilo', 'abuse@namesilo.com'),
  ('Dynadot', 'abuse@dynadot.com'),
  ('Porkbun', 'abuse@porkbun.com'),
  ('Hostinger', 'abuse@hostinger.com'),
  ('Name.com', 'abuse@name.com'),
  ('Wix', 'abuse@wix.com'),
  ('MarkMonitor', 'abusecomplaints@markmonitor.com'),
  ('CSC Corporate Domains', 'domainabuse@cscglobal.com'),
  ('Cloudflare', 'abuse@cloudflare.com'),
  ('Amazon', 'abuse@amazonaws.com'),
  ('Google', 'registrar-abuse@google.com'),
  ('Squarespace', 'abuse-complaints@squarespace.com'),
  ('REG.RU', 'abuse@reg.ru'),
  ('Sav.com', 'abuse@sav.com'),
  ('Spaceship', 'abuse@spaceship.com'),
  ('Internet.bs', 'abuse@internet.bs'),
  ('NICENIC', 'abuse@nicenic.net'),
  ('DigitalOcean', 'abuse@digitalocean.com'),
  ('Hetzner', 'abuse@hetzner.com'),
  ('Linode', 'abuse@linode.com'),
  ('Akamai', 'abuse@akamai.com'),
  ('Vultr', 'abuse@vultr.com'),
  ('Microsoft', 'abuse@microsoft.com'),
  ('Contabo', 'abuse@contabo.com'),
  ('Bluehost', 'abuse@bluehost.com'),
  ('HostGator', 'abuse@hostgator.com'),
  ('SiteGround', 'abuse@siteground.com'),
  ('DreamHost', 'abuse@dreamhost.com'),
  ('Shopify', 'abuse@shopify.com'),
  ('Automattic', 'abuse@wordpress.com'),
  ('Fastly', 'abuse@fastly.com'),
  ('Leaseweb', 'abuse@leaseweb.com'),
  ('Netlify', 'abuse@netlify.com'),
  ('Vercel', 'abuse@vercel.com'),
  ('GitHub', 'abuse@github.com');

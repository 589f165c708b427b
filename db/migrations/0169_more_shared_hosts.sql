-- Further suffixes of platforms whose desk was supplied before, and two platforms whose desk is known. Suffixes without a
-- row are asked at their host. What an Admin entered stays.
insert into shared_hosts (suffix, name, email, form, source, checked_on)
select suffix, name, email, form, 'Supplied with the product', date '2026-11-24' from (values
  ('wixstudio.io', 'Wix', 'abuse@wix.com', null),
  ('wix.run', 'Wix', 'abuse@wix.com', null),
  ('webflowtest.io', 'Webflow', 'abuse@webflow.com', null),
  ('azurefd.net', 'Microsoft Azure', 'abuse@microsoft.com', 'https://msrc.microsoft.com/report/'),
  ('hosted.app', 'Google Firebase', null, 'https://reportcontent.google.com/'),
  ('cdn.cloudflare.net', 'Cloudflare', null, 'https://abuse.cloudflare.com/'),
  ('hstgr.cloud', 'Hostinger', 'abuse@hostinger.com', null),
  ('amazonaws.com', 'Amazon Web Services', 'trustandsafety@support.aws.com', 'https://support.aws.amazon.com/#/contacts/report-abuse'),
  ('replit.dev', 'Replit', 'abuse@replit.com', null),
  ('framer.photos', 'Framer', 'abuse@framer.com', null),
  ('framer.media', 'Framer', 'abuse@framer.com', null),
  ('framer.wiki', 'Framer', 'abuse@framer.com', null),
  ('ngrok.app', 'ngrok', 'abuse@ngrok.com', null),
  ('ngrok.dev', 'ngrok', 'abuse@ngrok.com', null),
  ('ngrok.pro', 'ngrok', 'abuse@ngrok.com', null),
  ('ngrok-free.dev', 'ngrok', 'abuse@ngrok.com', null),
  ('fly.dev', 'Fly.io', 'abuse@fly.io', null),
  ('linodeobjects.com', 'Akamai (Linode)', 'abuse@linode.com', null)) as seed (suffix, name, email, form)
on conflict (suffix) do nothing;

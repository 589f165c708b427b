-- Marketplaces, social networks and app stores take reports by their own forms only. The name of a platform's own site covers
-- the site itself and the names below it; `of` in shared-hosts.ts. A form whose address is not known for certain has no row.
-- Names that were entered with www. never applied to anything.
update shared_hosts h set suffix = substr(suffix, 5), version = version + 1
where suffix like 'www.%' and not exists (select from shared_hosts o where o.suffix = substr(h.suffix, 5));

insert into shared_hosts (suffix, name, email, form, source, checked_on)
select suffix, name, null, form, 'Supplied with the product', date '2026-11-28' from (
  select 'amazon.' || country, 'Amazon', 'https://www.amazon.' || country || '/report/infringement'
  from unnest(array['com', 'in', 'co.uk', 'de', 'fr', 'it', 'es', 'nl', 'se', 'pl', 'com.be', 'com.tr', 'ae', 'sa',
    'ca', 'com.mx', 'com.br', 'co.jp', 'com.au', 'sg']) as country
  union all select 'aliexpress.' || country, 'AliExpress', 'https://ipp.aliexpress.com/'
  from unnest(array['com', 'us', 'ru']) as country
  union all
  values
    ('alibaba.com', 'Alibaba.com', 'https://ipp.alibabagroup.com/'),
    ('1688.com', '1688', 'https://ipp.alibabagroup.com/'),
    ('taobao.com', 'Taobao', 'https://ipp.alibabagroup.com/'),
    ('tmall.com', 'Tmall', 'https://ipp.alibabagroup.com/'),
    ('etsy.com', 'Etsy', 'https://www.etsy.com/legal/ip/report'),
    ('temu.com', 'Temu', 'https://www.temu.com/intellectual-property-complaint.html'),
    ('facebook.com', 'Facebook', 'https://www.facebook.com/help/contact/1057530390957243'),
    ('instagram.com', 'Instagram', 'https://help.instagram.com/contact/230197320740525'),
    ('whatsapp.com', 'WhatsApp', 'https://www.whatsapp.com/contact/forms/5071674689613749'),
    ('wa.me', 'WhatsApp', 'https://www.whatsapp.com/contact/forms/5071674689613749'),
    ('pinterest.com', 'Pinterest', 'https://www.pinterest.com/about/trademark/form/'),
    ('x.com', 'X', 'https://help.x.com/en/forms/ipi'),
    ('twitter.com', 'X', 'https://help.x.com/en/forms/ipi'),
    ('youtube.com', 'YouTube', 'https://reportcontent.google.com/'),
    ('youtu.be', 'YouTube', 'https://reportcontent.google.com/'),
    ('tiktok.com', 'TikTok', 'https://www.tiktok.com/legal/report/Trademark'),
    ('play.google.com', 'Google Play', 'https://reportcontent.google.com/'),
    ('sites.google.com', 'Google Sites', 'https://reportcontent.google.com/'),
    ('docs.google.com', 'Google Docs', 'https://reportcontent.google.com/'),
    ('apps.apple.com', 'Apple App Store', 'https://www.apple.com/legal/intellectual-property/dispute-forms/app-store/')
  ) as seed (suffix, name, form)
on conflict (suffix) do nothing;

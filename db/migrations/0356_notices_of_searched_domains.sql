-- The searched domain that a notice is about, so that it leads to the domain. Those before began with its name.
alter table notices add column searched_id uuid;
update notices n set searched_id = d.id from searched_domains d
  where n.model = 'SearchedDomains' and d.brand_id = n.brand_id and d.domain = substring(n.text from '^<b>([^<]+)</b>');

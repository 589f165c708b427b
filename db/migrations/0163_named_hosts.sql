-- The host that an answer names, as CDNs do, which only forward reports: its name and abuse address.
alter table inbound_mails add column host_name text, add column host_email text;

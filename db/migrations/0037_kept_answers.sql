-- An answer to a notice as it came, in the object store, with its hash: its header lines prove where it came from.
alter table inbound_mails add column kept_key text;
alter table inbound_mails add column kept_sha256 bytea;

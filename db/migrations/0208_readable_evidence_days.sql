-- The list of a day is signed like a case file when it is made, and counted by kind, so that Admins can hand it out
-- (docs/decisions/0042). Lists from before have neither: they are signed when they are downloaded.
alter table evidence_days add column signature jsonb, add column notices int, add column answers int;
comment on column evidence_days.signature is 'issuer, signedAt, publicKey, value; null: made before lists were signed';
comment on column evidence_days.notices is 'of the items; with the answers, all others are pictures and other files';

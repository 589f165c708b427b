-- Whether the certificate of a signed mark was compared with a current revocation list when the mark was read. Null: it
-- was read before this was recorded, or was not read from a signed mark.
alter table trademarks add column is_revocation_known boolean;

-- The certificate page of a case file's PDF, for the person who vouches for it: none, India (BSA 63(4)), US (28 USC 1746).
alter table case_files add column certificate text not null default 'none' check (certificate in ('none', 'india', 'us'));

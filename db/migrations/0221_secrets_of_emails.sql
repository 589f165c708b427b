-- A code or link in an email that opens an account: taken out of its text once the email is sent or has failed.
alter table mails add column secret text;
comment on column mails.secret is 'as it stands in text_body and html_body; null: has none, or it was taken out';

update mails set secret = coalesce(substring(text_body from 'code is (\d{6})\M'), substring(text_body from '/reset-password/(\S+)'))
where kind in ('one-time-code', 'reset-link') and sent_at is null and failed_at is null;

update mails set text_body = regexp_replace(regexp_replace(text_body, '(code is )\d{6}\M', '\1(removed)'), '(/reset-password/)\S+', '\1(removed)')
where kind in ('one-time-code', 'reset-link') and (sent_at is not null or failed_at is not null);

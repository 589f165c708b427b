-- The address that ends a regular email by one click in the mail program (RFC 8058); null where the person cannot end it.
alter table mails add column unsubscribe text;

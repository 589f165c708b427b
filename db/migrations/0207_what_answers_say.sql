-- The first sentence of an answer, without salutation and quotations: later letters quote it. Null: it says nothing itself.
alter table inbound_mails add column excerpt text;

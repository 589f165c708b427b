-- What a notice about a counterfeit states of the test purchase; the note stays internal.
alter table purchases
  add column purchased_on date,
  add column order_number text,
  add column fault text;

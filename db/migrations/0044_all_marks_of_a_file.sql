-- A signed mark file may hold several marks (RFC 7848): all of them as it says, in its order.
alter table trademarks add column signed_marks jsonb not null default '[]';

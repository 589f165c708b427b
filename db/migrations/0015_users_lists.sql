-- Lists of many users stay as fast as lists of few: what a search looks into stands as one text (G108), and each order
-- that the screen offers has its index (A-023). Empty values come last either way, so each direction needs its own.
alter table users add column search_text text generated always as (
  username || e'\n' || first_name || ' ' || last_name || e'\n' || email || e'\n' || mobile || e'\n' || coalesce(employee_code, '')
) stored;
create index users_search on users using gin (search_text gin_trgm_ops) where deleted_at is null;
create unique index users_email on users (lower(email)) where deleted_at is null;
create index users_username_down on users (lower(username) desc nulls last, id desc) where deleted_at is null;
create index users_email_down on users (lower(email) desc nulls last, id desc) where deleted_at is null;
create index users_first_name_up on users (lower(first_name), id desc) where deleted_at is null;
create index users_first_name_down on users (lower(first_name) desc nulls last, id desc) where deleted_at is null;
create index users_employee_code_up on users (lower(employee_code), id desc) where deleted_at is null;
create index users_employee_code_down on users (lower(employee_code) desc nulls last, id desc) where deleted_at is null;
create index users_last_sign_in_up on users (last_signed_in_at, id desc) where deleted_at is null;
create index users_last_sign_in_down on users (last_signed_in_at desc nulls last, id desc) where deleted_at is null;
create index users_two_factor_up on users (two_factor, id desc) where deleted_at is null;
create index users_two_factor_down on users (two_factor desc nulls last, id desc) where deleted_at is null;
create index users_blocked_up on users (is_blocked, id desc) where deleted_at is null;
create index users_blocked_down on users (is_blocked desc nulls last, id desc) where deleted_at is null;
-- Who removes an Admin looks at all of them.
create index users_admins on users (id) where role = 'Admin' and deleted_at is null;

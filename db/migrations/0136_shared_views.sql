-- Saved views can be shared: a client's with the people of its company, those of staff with the team (no company). A
-- shared view stays when its owner is removed. Everybody pins the views that they want in their menu.
alter table saved_views add column is_shared boolean not null default false,
  add column company_id uuid references companies on delete cascade;
create index saved_views_shared on saved_views (list, company_id) where is_shared;

create table view_pins (
  user_id uuid not null references users on delete cascade,
  view_id uuid not null references saved_views on delete cascade,
  primary key (user_id, view_id)
);

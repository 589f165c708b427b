-- What the homes of the roles count.

-- When a client looked at the home last: `since` is the end of the visit before this one and stays while the person looks.
create table home_visits (
  user_id uuid primary key references users on delete cascade,
  since timestamptz,
  opened_at timestamptz not null default now()
);

-- Notices that came back, and answers that a person wrote, the newest first.
create index inbound_mails_of_notices on inbound_mails (kind, received_at desc)
  where enforcement_id is not null and doubt is null and kind in ('bounce', 'reply');

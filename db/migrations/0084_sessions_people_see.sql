-- What a person is shown of each own session, to recognise and end it.
alter table sessions
  add column id uuid not null default gen_random_uuid(),
  add column address text not null default '',
  add column device text not null default '';
create unique index sessions_id on sessions (id);

-- When a session was last used, at most once a minute. A table of its own: a new version of the session's row would make every
-- process read the session again (docs/decisions/0018).
create table session_uses (
  token_hash bytea primary key references sessions on delete cascade,
  at timestamptz not null default now()
);

-- Sign-ins and what concerns them. Rows are only added; those older than three years may go, like those of the other logs (G106).
create table sign_in_events (
  id uuid primary key,
  at timestamptz not null default now(),
  kind text not null,
  -- Null: no account has the name that was typed. The name itself is not stored: it may be a password in the wrong field.
  user_id uuid references users,
  -- Who did it, where that is not the person: an Admin.
  actor_id uuid references users,
  address text not null default '',
  device text not null default '',
  detail text not null default ''
);
create index sign_in_events_at on sign_in_events (at desc, id desc);
create index sign_in_events_user on sign_in_events (user_id, at desc, id desc);
create index sign_in_events_kind on sign_in_events (kind, at desc, id desc);

create function refuse_event_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.at < now() - interval '36 months' then
    return old;
  end if;
  raise exception 'The log cannot be altered';
end $$;
create trigger sign_in_events_kept before update or delete on sign_in_events for each row execute function refuse_event_change();
create trigger sign_in_events_whole before truncate on sign_in_events for each statement execute function refuse_change();

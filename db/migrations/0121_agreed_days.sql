-- Days within which a step of enforcement should be done, as agreed with a company. The row of the exact priority wins
-- over the one for any ('').
create table if not exists agreed_days (
  company_id uuid not null references companies,
  platform text not null,
  step text not null check (step in ('approval', 'notice', 'answer', 'human', 'unreachable', 'all')),
  priority text not null default '' check (priority in ('', 'High', 'Low')),
  days int not null check (days between 1 and 365),
  -- Monday to Friday only.
  is_business boolean not null default false,
  changed_by uuid references users,
  changed_at timestamptz not null default now(),
  primary key (company_id, platform, step, priority)
);

-- When days that begin at a moment are over, in a time zone. Business days of a moment at a weekend begin on Monday.
create function agreed_due(began timestamptz, days int, is_business boolean, zone text) returns timestamptz
language sql stable as $$
  select case when is_business then
    (start + make_interval(days => days + 2 * ((extract(isodow from start)::int - 1 + days) / 5))) at time zone zone
  else (began at time zone zone + make_interval(days => days)) at time zone zone end
  from (select case when extract(isodow from local) < 6 then local
      else date_trunc('week', local) + interval '7 days' end as start
    from (select began at time zone zone as local) l) s
$$;

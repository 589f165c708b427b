-- What abuse desks did about the notices they got, by the finding's reason and the action taken (which names the text).
-- Counted anew by a job; `counted_at` is when.
create table desk_scores (
  email text not null,
  reason text not null,
  action_taken text not null,
  sent int not null,
  bounced int not null,
  -- A person answered; machines do not count.
  answered int not null,
  -- Found unreachable within so many days after the notice, and at all.
  down_1 int not null,
  down_7 int not null,
  down_30 int not null,
  down int not null,
  counted_at timestamptz not null default now(),
  primary key (email, reason, action_taken)
);

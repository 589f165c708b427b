-- Who wants another run as soon as this one has ended: names or keywords came after it had chosen what to look up.
alter table domain_runs add column next_by uuid references users;

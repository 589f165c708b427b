-- Decisions on many findings: the cluster whose findings they are, and those that run, of which a person and a company
-- have only a few at a time.

alter table bulk_decisions
  -- Null: the findings of a list, or named one by one.
  add column cluster_id uuid;
create index bulk_decisions_running on bulk_decisions (user_id) where state in ('Running', 'Undoing');

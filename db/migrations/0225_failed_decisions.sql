-- A decision on many findings ends as failed when its job is used up.
alter table bulk_decisions drop constraint bulk_decisions_state_check,
  add constraint bulk_decisions_state_check check (state in ('Running', 'Done', 'Stopped', 'Undoing', 'Undone', 'Failed'));

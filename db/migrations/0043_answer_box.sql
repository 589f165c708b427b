-- How the box to which answers come was read last: one row, so that people see why nothing comes.
create table answer_box (
  is_only boolean primary key default true check (is_only),
  -- Read to the end without a problem.
  read_at timestamptz,
  problem text,
  failing_since timestamptz,
  check ((problem is null) = (failing_since is null))
);

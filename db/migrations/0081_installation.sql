-- The one row says which installation this database belongs to. A folder of stored files carries the same id, so that a process
-- that was given another folder than the rest notices it at its start.
create table installation (
  id uuid not null,
  is_only boolean primary key default true check (is_only)
);

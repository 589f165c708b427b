-- A trigger keeps the plan of its first run on a connection, made for the rows of that run. After a change of one row (or of
-- none) old and new rows were then matched one by one: 20,000 findings approved on such a connection took 85 s.
alter function count_moved_values() set enable_nestloop = off;

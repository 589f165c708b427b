-- The months of the logs are those of UTC, whatever zone a connection or the server is set to. Parts that were made in another
-- zone stay; a new part ends or begins where such a neighbour does. A row between two parts lies in the rest.
create or replace function make_log_part(log regclass, month date) returns void language plpgsql set timezone = 'UTC' as $$
declare
  first date := date_trunc('month', month::timestamp)::date;
  part text := format('%s_%s', log, to_char(first, 'YYYY_MM'));
  lower_end timestamptz := first;
  upper_end timestamptz := first + interval '1 month';
begin
  if to_regclass(part) is not null then
    return;
  end if;
  select coalesce(max(b[2]::timestamptz) filter (where b[2]::timestamptz > lower_end and b[1]::timestamptz <= lower_end), lower_end),
      coalesce(min(b[1]::timestamptz) filter (where b[1]::timestamptz < upper_end and b[2]::timestamptz >= upper_end), upper_end)
    into lower_end, upper_end
    from pg_inherits i join pg_class c on c.oid = i.inhrelid,
      regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \(''([^'']+)''\) TO \(''([^'']+)''\)') b
    where i.inhparent = log and b is not null;
  execute format('create table %I partition of %s for values from (%L) to (%L)', part, log, lower_end, upper_end);
  perform guard_log_table(part::regclass);
end $$;

alter function make_log_parts(int) set timezone = 'UTC';
alter function drop_old_log_parts() set timezone = 'UTC';

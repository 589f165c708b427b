-- Two ids of one millisecond had random order, so that lines of a log written one after the other could be listed the other way
-- round. The 12 bits after the version are now the fraction of the millisecond (RFC 9562, section 6.2, method 3): ids that are
-- made a microsecond apart are in order.
create or replace function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select (substr(m, 1, 8) || '-' || substr(m, 9, 4) || '-7' || substr(m, 13) || right(gen_random_uuid()::text, 18))::uuid
  from (select lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000 * 4096)::bigint), 15, '0') as m) moment
$$;

-- An id of version 7 (RFC 9562): the moment in milliseconds, then random bits. Ids that the program makes are like this; those
-- of notifications, which are made in a statement, were of version 4.
create function uuid_v7() returns uuid language sql volatile parallel safe as $$
  select overlay(overlay(gen_random_uuid()::text
    placing substr(m, 1, 8) || '-' || substr(m, 9, 4) from 1 for 13) placing '7' from 15 for 1)::uuid
  from (select lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') as m) moment
$$;

-- A bulk deed writes thousands of log rows alike but for the finding. One of them leads: it alone stands in the indexes by
-- company, brand, person and statuses, and searches go from it to the rows it leads, which carry the same moment
-- (docs/decisions/0013). A row written without saying so leads itself, as all rows did before.
alter table status_log
  -- How many rows it leads, itself included; 0 where another leads.
  add column leads int not null default 1,
  -- Who leads, where another does.
  add column leader_id uuid;

drop index status_log_company, status_log_brand, status_log_user, status_log_moves;
create index status_log_company on status_log (company_id, at desc, id desc) include (leads) where leads > 0;
create index status_log_brand on status_log (brand_id, at desc, id desc) include (leads) where leads > 0;
create index status_log_user on status_log (username, at desc, id desc) include (leads) where leads > 0;
create index status_log_moves on status_log (status_from, status_to, at desc, id desc) include (leads) where leads > 0;

-- The rows that one leads, itself left out; the last `most` of them, null: all. Their ids follow the leader's, so that no
-- other row of the moment is read. Few leaders have any: told so, the planner walks an index of leaders as it walks one of
-- rows. The plan is kept and may come of an empty table: never a walk through the log.
create function rows_led_by(leader status_log, most int) returns setof status_log
language plpgsql stable rows 1 set enable_seqscan = off as $$
begin
  return query select * from (
    select * from status_log l where l.at = leader.at and l.id > leader.id and l.leader_id = leader.id
    order by l.id limit leader.leads - 1) l order by l.id desc limit most;
end $$;

-- What is not folded yet: leaders are noted, and the log itself has the rows they lead.
alter table status_log_new
  add column at timestamptz, add column id uuid, add column leads int not null default 1;
create or replace function note_log_rows() returns trigger language plpgsql as $$
begin
  insert into status_log_new (company_id, brand_id, platform, status_from, status_to, username, finding_id, search_term, at, id, leads)
  select company_id, brand_id, platform, status_from, status_to, username, finding_id, search_term, at, id, leads
  from added where leads > 0;
  return null;
end $$;

-- Takes new rows into the small tables, 20,000 or what one leader has more; answers how many. Of rows that others lead all
-- of a moment are read at once: those of another leader come a little early.
create or replace function fold_log_rows() returns int language plpgsql set enable_seqscan = off as $$
declare
  folded int;
begin
  with taken as materialized (
    delete from status_log_new where ctid = any(array(
      select place from (
        select place, sum(leads) over (rows between unbounded preceding and 1 preceding) as before
        from (select ctid as place, leads from status_log_new limit 20000 for update skip locked) n) n
      where coalesce(before, 0) < 20000)) returning *
  ), kinds as (
    insert into status_log_kinds
    select distinct company_id, brand_id, platform, status_from, status_to from taken order by 1, 2, 3, 4, 5
    on conflict do nothing
  ), people as (
    insert into status_log_people select distinct company_id, username from taken order by 1, 2
    on conflict do nothing
  ), terms as (
    insert into status_log_terms (company_id, finding_id, search_term)
    select company_id, finding_id, search_term from taken
    union
    select l.company_id, l.finding_id, l.search_term
    from (select distinct at from taken where leads > 1) n cross join lateral (
      select * from status_log l where l.at = n.at and l.leads = 0 offset 0) l
    order by 1, 2, 3
    on conflict do nothing
  )
  select coalesce(sum(leads), 0) into folded from taken;
  return folded;
end $$;

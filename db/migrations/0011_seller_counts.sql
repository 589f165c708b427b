-- How many live e-commerce findings a seller has on a site, by company (G64): kept, because a list asks for fifty at a
-- time and a large seller has thousands. Written as the other counters are: triggers append, a job folds, readers add
-- what is pending.
create table seller_counts (
  seller text not null,
  site text not null,
  company_id uuid not null,
  n int not null,
  primary key (seller, site, company_id)
);
create table seller_delta (
  id bigint generated always as identity primary key,
  seller text not null,
  site text not null,
  company_id uuid not null,
  n int not null
);

insert into seller_counts (seller, site, company_id, n)
select lower(d.username), lower(d.site), d.company_id, count(*) from findings_e_commerce d
join findings f on f.company_id = d.company_id and f.id = d.finding_id and f.deleted_at is null
where d.username is not null group by 1, 2, 3;

create function count_added_sellers() returns trigger language plpgsql as $$
begin
  insert into seller_delta (seller, site, company_id, n)
  select lower(username), lower(site), company_id, count(*) from added where username is not null group by 1, 2, 3;
  return null;
end $$;

create function count_changed_sellers() returns trigger language plpgsql as $$
begin
  insert into seller_delta (seller, site, company_id, n)
  select seller, site, company_id, sum(n) from (
    select lower(username) as seller, lower(site) as site, company_id, 1 as n from added where username is not null
    union all
    select lower(username), lower(site), company_id, -1 from removed where username is not null
  ) changed group by 1, 2, 3 having sum(n) <> 0;
  return null;
end $$;

create trigger sellers_counted_in after insert on findings_e_commerce
  referencing new table as added for each statement execute function count_added_sellers();
create trigger sellers_counted_again after update on findings_e_commerce
  referencing old table as removed new table as added for each statement execute function count_changed_sellers();

-- Deleting and restoring set one column of findings; a row that leaves for good takes its own row along, so both look
-- the seller up while it is there.
create function count_seller_of_finding() returns trigger language plpgsql as $$
begin
  insert into seller_delta (seller, site, company_id, n)
  select lower(d.username), lower(d.site), d.company_id, case when tg_op = 'DELETE' or new.deleted_at is not null then -1 else 1 end
  from findings_e_commerce d
  where d.company_id = old.company_id and d.finding_id = old.id and d.username is not null;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger sellers_counted_deleted before update of deleted_at on findings for each row
  when (old.platform = 'e-commerce' and (old.deleted_at is null) <> (new.deleted_at is null))
  execute function count_seller_of_finding();
create trigger sellers_counted_out before delete on findings for each row
  when (old.platform = 'e-commerce' and old.deleted_at is null)
  execute function count_seller_of_finding();

-- Moves up to `most` pending changes into seller_counts; returns how many it took. Safe to run anywhere, any number at once.
create function fold_sellers(most int default 50000) returns int language plpgsql as $$
declare
  taken int;
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_sellers')) then
    return 0;
  end if;
  with gone as (
    delete from seller_delta where id in (select id from seller_delta order by id limit most for update skip locked)
    returning seller, site, company_id, n
  ), folded as (
    insert into seller_counts (seller, site, company_id, n)
    select seller, site, company_id, sum(n) from gone group by 1, 2, 3
    on conflict (seller, site, company_id) do update set n = seller_counts.n + excluded.n
  )
  select count(*) into taken from gone;
  return taken;
end $$;

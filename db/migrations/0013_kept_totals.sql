-- How many live e-commerce findings a seller has on a site in all companies together: beside seller_counts, so that a row
-- of a list reads two entries instead of one for each company that knows the seller (G64).
create table seller_totals (
  seller text collate "C" not null,
  site text collate "C" not null,
  n int not null,
  primary key (seller, site)
);
insert into seller_totals (seller, site, n) select seller, site, sum(n) from seller_counts group by 1, 2;
-- Only looked up, never sorted for people: compared by their bytes, which takes a fifth of the time.
alter table seller_counts alter seller type text collate "C", alter site type text collate "C";
alter table seller_delta alter seller type text collate "C", alter site type text collate "C";
create index seller_delta_seller on seller_delta (seller, site);

create or replace function fold_sellers(most int default 50000) returns int language plpgsql as $$
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
  ), totalled as (
    insert into seller_totals (seller, site, n)
    select seller, site, sum(n) from gone group by 1, 2
    on conflict (seller, site) do update set n = seller_totals.n + excluded.n
  )
  select count(*) into taken from gone;
  return taken;
end $$;

-- A month of days of a large company is some hundred rows: read from the index alone.
alter table counter_day drop constraint counter_day_pkey;
alter table counter_day add primary key (company_id, platform, reporting_date, brand_id, status) include (n);

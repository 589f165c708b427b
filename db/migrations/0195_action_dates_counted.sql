-- How many findings of a brand and reporting date were last acted on on which day: the choices of a bulk download. Kept by
-- the counters that charts have for sites and sellers, under a kind for each platform.

-- Nothing changes between what is counted here and the first change that the triggers count.
lock table value_delta, last_enforcements in share row exclusive mode;

-- What a finding counts as: by its key, so that the few rows of a change never read a whole table.
create or replace function values_of_finding(of_company uuid, of_platform text, of_finding uuid)
returns table (kind text, value text) language sql stable as $$
  select 'tld', d.tld from findings_domain d
  where of_platform = 'domain' and d.company_id = of_company and d.finding_id = of_finding and d.tld is not null
  union all
  select 'platform', d.platform from findings_social_media d
  where of_platform = 'social-media' and d.company_id = of_company and d.finding_id = of_finding
  union all
  select 'site', d.site from findings_e_commerce d
  where of_platform = 'e-commerce' and d.company_id = of_company and d.finding_id = of_finding
  union all
  select 'seller', d.username from findings_e_commerce d
  where of_platform = 'e-commerce' and d.company_id = of_company and d.finding_id = of_finding and d.username is not null
  union all
  select 'acted-' || l.platform, l.action_date::text from last_enforcements l
  where l.company_id = of_company and l.finding_id = of_finding
$$;

create function count_action_dates() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into value_delta (company_id, kind, reporting_date, brand_id, value, n)
    select f.company_id, 'acted-' || o.platform, f.reporting_date, f.brand_id, o.action_date::text, count(*)
    from added o join findings f on f.company_id = o.company_id and f.id = o.finding_id and f.deleted_at is null
    group by 1, 2, 3, 4, 5;
  elsif tg_op = 'UPDATE' then
    insert into value_delta (company_id, kind, reporting_date, brand_id, value, n)
    select f.company_id, 'acted-' || o.platform, f.reporting_date, f.brand_id, o.action_date::text, sum(o.n)
    from (select company_id, finding_id, platform, action_date, 1 as n from added
      union all select company_id, finding_id, platform, action_date, -1 from removed) o
    join findings f on f.company_id = o.company_id and f.id = o.finding_id and f.deleted_at is null
    group by 1, 2, 3, 4, 5 having sum(o.n) <> 0;
  else
    -- Of a finding that leaves for good, count_values_of_removed has counted this already.
    insert into value_delta (company_id, kind, reporting_date, brand_id, value, n)
    select f.company_id, 'acted-' || o.platform, f.reporting_date, f.brand_id, o.action_date::text, -count(*)
    from removed o join findings f on f.company_id = o.company_id and f.id = o.finding_id and f.deleted_at is null
    group by 1, 2, 3, 4, 5;
  end if;
  return null;
end $$;
create trigger action_dates_counted_in after insert on last_enforcements
  referencing new table as added for each statement execute function count_action_dates();
create trigger action_dates_counted_again after update on last_enforcements
  referencing old table as removed new table as added for each statement execute function count_action_dates();
create trigger action_dates_counted_out after delete on last_enforcements
  referencing old table as removed for each statement execute function count_action_dates();

insert into counter_value_day (company_id, kind, reporting_date, brand_id, value, n)
select f.company_id, 'acted-' || l.platform, f.reporting_date, f.brand_id, l.action_date::text, count(*)
from last_enforcements l join findings f on f.company_id = l.company_id and f.id = l.finding_id
where f.deleted_at is null group by 1, 2, 3, 4, 5;
insert into counter_value (company_id, kind, month, brand_id, value, n)
select c.company_id, c.kind, m.month, c.brand_id, c.value, sum(c.n)
from counter_value_day c cross join lateral
  (values (date_trunc('month', c.reporting_date)::date), ('-infinity'::date)) m (month)
where c.kind like 'acted-%' group by 1, 2, 3, 4, 5;

-- one company: whole rows, names from the session (prepared)
with chosen as not materialized (
select c.*, row_number() over () as position
from (select f.*
from findings f
where f.company_id = $1::uuid and f.platform = $2 and f.deleted_at is null and f.brand_id = any($3::uuid[]) and f.reporting_date between $4::date and $5::date
order by "f"."reporting_date" desc, f.id desc limit $6 offset $7) c)
select page.*, null as "pageTotal", null as "pageSites", null as "pageNames"
from (select 1) as one
left join (select f.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> coalesce(everywhere.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site), 0) else 0 end as seller_everywhere, coalesce(inside.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site and s.company_id = d.company_id), 0) else 0 end as seller_in_company
from chosen f
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
cross join lateral (select f.seller, lower(d.site) collate "C" as site offset 0) sold
left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site and inside.company_id = d.company_id) page on true
order by page.position
-- ["aaaaaaaa-0000","e-commerce",["cccccccc-0000","dddddddd-0000"],"2026-01-01","2026-01-31",50,0];

-- one company: whole rows, names of the page (prepared)
with chosen as materialized (
select c.*, row_number() over () as position
from (select f.*
from findings f
where f.company_id = $1::uuid and f.platform = $2 and f.deleted_at is null and f.brand_id = any($3::uuid[]) and f.reporting_date between $4::date and $5::date
order by "f"."reporting_date" desc, f.id desc limit $6 offset $7) c)
select page.*, null as "pageTotal", null as "pageSites", case when coalesce(page.position, 1) = 1 then (select json_object_agg(id, name)
from (
select id, brand_name as name
from brands
where id = any(array(select distinct brand_id
from chosen))
union all
select id, name
from companies
where id = any(array(select distinct company_id
from chosen))) names) end as "pageNames"
from (select 1) as one
left join (select f.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> coalesce(everywhere.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site), 0) else 0 end as seller_everywhere, coalesce(inside.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site and s.company_id = d.company_id), 0) else 0 end as seller_in_company
from chosen f
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
cross join lateral (select f.seller, lower(d.site) collate "C" as site offset 0) sold
left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site and inside.company_id = d.company_id) page on true
order by page.position
-- ["aaaaaaaa-0000","e-commerce",["cccccccc-0000","dddddddd-0000"],"2026-01-01","2026-01-31",50,0];

-- one company: total, sites (prepared)
with chosen as not materialized (
select c.*, row_number() over () as position
from (select f.*
from findings f
where f.company_id = $1::uuid and f.platform = $2 and f.deleted_at is null and f.brand_id = any($3::uuid[]) and f.reporting_date between $4::date and $5::date
order by "f"."reporting_date" desc, f.id desc limit $6 offset $7) c)
select page.*, case when coalesce(page.position, 1) = 1 then (coalesce((select sum(n)
from counter_month
where platform = $8 and company_id = any($9::uuid[]) and brand_id = any($10::uuid[]) and month between $11::date and $12::date), 0) + coalesce((select sum(n)
from counter_delta
where platform = $13 and company_id = any($14::uuid[]) and brand_id = any($15::uuid[]) and reporting_date between $16::date and $17::date), 0))::bigint end as "pageTotal", case when coalesce(page.position, 1) = 1 then (select json_agg(value)
from (
select value
from facets
where platform = $18 and name = any($19::text[]) and company_id = any($20::uuid[]) and brand_id = any($21::uuid[]) group by value
order by lower(value), value) sites) end as "pageSites", null as "pageNames"
from (select 1) as one
left join (select f.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> coalesce(everywhere.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site), 0) else 0 end as seller_everywhere, coalesce(inside.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site and s.company_id = d.company_id), 0) else 0 end as seller_in_company
from chosen f
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
cross join lateral (select f.seller, lower(d.site) collate "C" as site offset 0) sold
left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site and inside.company_id = d.company_id) page on true
order by page.position
-- ["aaaaaaaa-0000","e-commerce",["cccccccc-0000","dddddddd-0000"],"2026-01-01","2026-01-31",50,0,"e-commerce",["aaaaaaaa-0000"],["cccccccc-0000","dddddddd-0000"],"2026-01-01","2026-01-01","e-commerce",["aaaaaaaa-0000"],["cccccccc-0000","dddddddd-0000"],"2026-01-01","2026-01-31","e-commerce",["site"],["aaaaaaaa-0000"],["cccccccc-0000","dddddddd-0000"]];

-- one company, one status (prepared)
with chosen as not materialized (
select c.*, row_number() over () as position
from (select f.*
from (select f.*
from findings f
where f.company_id = $1::uuid and f.platform = $2 and f.deleted_at is null and f.brand_id = any($3::uuid[]) and f.reporting_date between $4::date and $5::date
order by "f"."reporting_date" desc, f.id desc limit $6) f
where "f"."status" = $7
order by "f"."reporting_date" desc, f.id desc limit $8 offset $9) c)
select page.*, null as "pageTotal", null as "pageSites", null as "pageNames"
from (select 1) as one
left join (select f.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> coalesce(everywhere.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site), 0) else 0 end as seller_everywhere, coalesce(inside.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site and s.company_id = d.company_id), 0) else 0 end as seller_in_company
from chosen f
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
cross join lateral (select f.seller, lower(d.site) collate "C" as site offset 0) sold
left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site and inside.company_id = d.company_id) page on true
order by page.position
-- ["aaaaaaaa-0000","e-commerce",["cccccccc-0000","dddddddd-0000"],"2026-01-01","2026-01-31",20050,"33",50,0];

-- one company, one status, after a first statement that ended early (prepared)
with matching as materialized (select f.company_id, f.id, f.brand_id, "f"."reporting_date" as sorted
from findings f
where f.company_id = $1::uuid and f.platform = $2 and f.deleted_at is null and f.brand_id = any($3::uuid[]) and f.reporting_date between $4::date and $5::date and "f"."status" = $6), chosen as materialized (
select c.*, row_number() over () as position
from (select f.company_id, f.id, f.brand_id
from matching f
order by f.sorted desc, f.id desc limit $7 offset $8) c)
select page.*, case when coalesce(page.position, 1) = 1 then (select count(*)
from matching) end as "pageTotal", null as "pageSites", null as "pageNames"
from (select 1) as one
left join (select chosen.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> coalesce(everywhere.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site), 0) else 0 end as seller_everywhere, coalesce(inside.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site and s.company_id = d.company_id), 0) else 0 end as seller_in_company
from chosen
join findings f on f.company_id = chosen.company_id and f.id = chosen.id
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
cross join lateral (select f.seller, lower(d.site) collate "C" as site offset 0) sold
left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site and inside.company_id = d.company_id) page on true
order by page.position
-- ["aaaaaaaa-0000","e-commerce",["cccccccc-0000","dddddddd-0000"],"2026-01-01","2026-01-31","33",50,0];

-- the same, where many have the status (prepared)
with chosen as not materialized (
select c.*, row_number() over () as position
from (select f.*
from findings f
where f.company_id = $1::uuid and f.platform = $2 and f.deleted_at is null and f.brand_id = any($3::uuid[]) and f.reporting_date between $4::date and $5::date and "f"."status" = $6
order by "f"."reporting_date" desc, f.id desc limit $7 offset $8) c)
select page.*, null as "pageTotal", null as "pageSites", null as "pageNames"
from (select 1) as one
left join (select f.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> coalesce(everywhere.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site), 0) else 0 end as seller_everywhere, coalesce(inside.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site and s.company_id = d.company_id), 0) else 0 end as seller_in_company
from chosen f
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
cross join lateral (select f.seller, lower(d.site) collate "C" as site offset 0) sold
left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site and inside.company_id = d.company_id) page on true
order by page.position
-- ["aaaaaaaa-0000","e-commerce",["cccccccc-0000","dddddddd-0000"],"2026-01-01","2026-01-31","33",50,0];

-- one company, one brand: by ids (prepared)
with chosen as materialized (
select c.*, row_number() over () as position
from (select f.company_id, f.id, f.brand_id
from findings f
where f.company_id = $1::uuid and f.platform = $2 and f.deleted_at is null and f.brand_id = $3::uuid and f.reporting_date between $4::date and $5::date
order by "f"."reporting_date" desc, f.id desc limit $6 offset $7) c)
select page.*, null as "pageTotal", null as "pageSites", null as "pageNames"
from (select 1) as one
left join (select chosen.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> coalesce(everywhere.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site), 0) else 0 end as seller_everywhere, coalesce(inside.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site and s.company_id = d.company_id), 0) else 0 end as seller_in_company
from chosen
join findings f on f.company_id = chosen.company_id and f.id = chosen.id
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
cross join lateral (select f.seller, lower(d.site) collate "C" as site offset 0) sold
left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site and inside.company_id = d.company_id) page on true
order by page.position
-- ["aaaaaaaa-0000","e-commerce","cccccccc-0000","2026-01-01","2026-01-31",50,0];

-- one company, page far down: by ids (prepared)
with chosen as materialized (
select c.*, row_number() over () as position
from (select f.company_id, f.id, f.brand_id
from findings f
where f.company_id = $1::uuid and f.platform = $2 and f.deleted_at is null and f.brand_id = any($3::uuid[]) and f.reporting_date between $4::date and $5::date
order by "f"."reporting_date" desc, f.id desc limit $6 offset $7) c)
select page.*, null as "pageTotal", null as "pageSites", null as "pageNames"
from (select 1) as one
left join (select chosen.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> coalesce(everywhere.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site), 0) else 0 end as seller_everywhere, coalesce(inside.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site and s.company_id = d.company_id), 0) else 0 end as seller_in_company
from chosen
join findings f on f.company_id = chosen.company_id and f.id = chosen.id
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
cross join lateral (select f.seller, lower(d.site) collate "C" as site offset 0) sold
left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site and inside.company_id = d.company_id) page on true
order by page.position
-- ["aaaaaaaa-0000","e-commerce",["cccccccc-0000","dddddddd-0000"],"2026-01-01","2026-01-31",50,220];

-- several companies (prepared)
with chosen as materialized (
select c.*, row_number() over () as position
from (select f.company_id, f.id, f.brand_id
from (
select near.*
from unnest($1::uuid[]) as c (id)
cross join lateral (
select f.company_id, f.id, f.brand_id, "f"."reporting_date" as sorted
from findings f
where f.company_id = c.id and f.platform = $2 and f.deleted_at is null and f.brand_id = any($3::uuid[]) and f.reporting_date between $4::date and $5::date
order by "f"."reporting_date" desc, f.id desc limit $6) near) f
order by f.sorted desc, f.id desc limit $7 offset $8) c)
select page.*, null as "pageTotal", null as "pageSites", null as "pageNames"
from (select 1) as one
left join (select chosen.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> coalesce(everywhere.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site), 0) else 0 end as seller_everywhere, coalesce(inside.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site and s.company_id = d.company_id), 0) else 0 end as seller_in_company
from chosen
join findings f on f.company_id = chosen.company_id and f.id = chosen.id
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
cross join lateral (select f.seller, lower(d.site) collate "C" as site offset 0) sold
left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site and inside.company_id = d.company_id) page on true
order by page.position
-- [["aaaaaaaa-0000","bbbbbbbb-0000"],"e-commerce",["cccccccc-0000","dddddddd-0000"],"2026-01-01","2026-01-31",50,50,0];

-- all companies, with total and sites (prepared)
with chosen as materialized (
select c.*, row_number() over () as position
from (select f.company_id, f.id, f.brand_id
from (
select near.*
from companies c
cross join lateral (
select f.company_id, f.id, f.brand_id, "f"."reporting_date" as sorted
from findings f
where f.company_id = c.id and f.platform = $1 and f.deleted_at is null and f.reporting_date between $2::date and $3::date
order by "f"."reporting_date" desc, f.id desc limit $4) near) f
order by f.sorted desc, f.id desc limit $5 offset $6) c)
select page.*, case when coalesce(page.position, 1) = 1 then (coalesce((select sum(n)
from counter_month
where platform = $7 and month between $8::date and $9::date), 0) + coalesce((select sum(n)
from counter_delta
where platform = $10 and reporting_date between $11::date and $12::date), 0))::bigint end as "pageTotal", case when coalesce(page.position, 1) = 1 then (select json_agg(value)
from (
select value
from facets
where platform = $13 and name = any($14::text[]) group by value
order by lower(value), value) sites) end as "pageSites", case when coalesce(page.position, 1) = 1 then (select json_object_agg(id, name)
from (
select id, brand_name as name
from brands
where id = any(array(select distinct brand_id
from chosen))
union all
select id, name
from companies
where id = any(array(select distinct company_id
from chosen))) names) end as "pageNames"
from (select 1) as one
left join (select chosen.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> coalesce(everywhere.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site), 0) else 0 end as seller_everywhere, coalesce(inside.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site and s.company_id = d.company_id), 0) else 0 end as seller_in_company
from chosen
join findings f on f.company_id = chosen.company_id and f.id = chosen.id
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
cross join lateral (select f.seller, lower(d.site) collate "C" as site offset 0) sold
left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site and inside.company_id = d.company_id) page on true
order by page.position
-- ["e-commerce","2026-01-01","2026-01-31",50,50,0,"e-commerce","2026-01-01","2026-01-01","e-commerce","2026-01-01","2026-01-31","e-commerce",["site"]];

-- a platform without sellers, one company (prepared)
with chosen as not materialized (
select c.*, row_number() over () as position
from (select f.*
from findings f
where f.company_id = $1::uuid and f.platform = $2 and f.deleted_at is null and f.brand_id = any($3::uuid[]) and f.reporting_date between $4::date and $5::date
order by "f"."reporting_date" desc, f.id desc limit $6 offset $7) c)
select page.*, null as "pageTotal", null as "pageSites", null as "pageNames"
from (select 1) as one
left join (select f.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> 
from chosen f
join "findings_domain" d on d.company_id = f.company_id and d.finding_id = f.id ) page on true
order by page.position
-- ["aaaaaaaa-0000","domain",["cccccccc-0000","dddddddd-0000"],"2026-01-01","2026-01-31",50,0];

-- a platform without sellers, all companies (prepared)
with chosen as materialized (
select c.*, row_number() over () as position
from (select f.company_id, f.id, f.brand_id
from (
select near.*
from companies c
cross join lateral (
select f.company_id, f.id, f.brand_id, "f"."reporting_date" as sorted
from findings f
where f.company_id = c.id and f.platform = $1 and f.deleted_at is null and f.reporting_date between $2::date and $3::date
order by "f"."reporting_date" desc, f.id desc limit $4) near) f
order by f.sorted desc, f.id desc limit $5 offset $6) c)
select page.*, null as "pageTotal", null as "pageSites", case when coalesce(page.position, 1) = 1 then (select json_object_agg(id, name)
from (
select id, brand_name as name
from brands
where id = any(array(select distinct brand_id
from chosen))
union all
select id, name
from companies
where id = any(array(select distinct company_id
from chosen))) names) end as "pageNames"
from (select 1) as one
left join (select chosen.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> 
from chosen
join findings f on f.company_id = chosen.company_id and f.id = chosen.id
join "findings_domain" d on d.company_id = f.company_id and d.finding_id = f.id ) page on true
order by page.position
-- ["domain","2026-01-01","2026-01-31",50,50,0];

-- sorted by the platform's own column, one company (planned each time)
with chosen as materialized (
select c.*, row_number() over () as position
from (select f.company_id, f.id, f.brand_id
from findings f
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
where f.company_id = $1::uuid and f.platform = $2 and f.deleted_at is null and f.brand_id = any($3::uuid[]) and f.reporting_date between $4::date and $5::date
order by "d"."title" asc, f.id desc limit $6 offset $7) c)
select page.*, null as "pageTotal", null as "pageSites", null as "pageNames"
from (select 1) as one
left join (select chosen.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> coalesce(everywhere.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site), 0) else 0 end as seller_everywhere, coalesce(inside.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site and s.company_id = d.company_id), 0) else 0 end as seller_in_company
from chosen
join findings f on f.company_id = chosen.company_id and f.id = chosen.id
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
cross join lateral (select f.seller, lower(d.site) collate "C" as site offset 0) sold
left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site and inside.company_id = d.company_id) page on true
order by page.position
-- ["aaaaaaaa-0000","e-commerce",["cccccccc-0000","dddddddd-0000"],"2026-01-01","2026-01-31",50,0];

-- sorted by the platform's own column, all companies (planned each time)
with chosen as materialized (
select c.*, row_number() over () as position
from (select f.company_id, f.id, f.brand_id
from (
select near.*
from companies c
cross join lateral (
select f.company_id, f.id, f.brand_id, "d"."price" as sorted
from findings f
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
where f.company_id = c.id and f.platform = $1 and f.deleted_at is null and f.reporting_date between $2::date and $3::date
order by "d"."price" desc, f.id desc limit $4) near) f
order by f.sorted desc, f.id desc limit $5 offset $6) c)
select page.*, null as "pageTotal", null as "pageSites", case when coalesce(page.position, 1) = 1 then (select json_object_agg(id, name)
from (
select id, brand_name as name
from brands
where id = any(array(select distinct brand_id
from chosen))
union all
select id, name
from companies
where id = any(array(select distinct company_id
from chosen))) names) end as "pageNames"
from (select 1) as one
left join (select chosen.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> coalesce(everywhere.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site), 0) else 0 end as seller_everywhere, coalesce(inside.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site and s.company_id = d.company_id), 0) else 0 end as seller_in_company
from chosen
join findings f on f.company_id = chosen.company_id and f.id = chosen.id
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
cross join lateral (select f.seller, lower(d.site) collate "C" as site offset 0) sold
left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site and inside.company_id = d.company_id) page on true
order by page.position
-- ["e-commerce","2026-01-01","2026-01-31",50,50,0];

-- oldest first (planned each time)
with chosen as materialized (
select c.*, row_number() over () as position
from (select f.company_id, f.id, f.brand_id
from findings f
where f.company_id = $1::uuid and f.platform = $2 and f.deleted_at is null and f.brand_id = any($3::uuid[]) and f.reporting_date between $4::date and $5::date
order by "f"."reporting_date" asc, f.id desc limit $6 offset $7) c)
select page.*, null as "pageTotal", null as "pageSites", null as "pageNames"
from (select 1) as one
left join (select chosen.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> coalesce(everywhere.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site), 0) else 0 end as seller_everywhere, coalesce(inside.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site and s.company_id = d.company_id), 0) else 0 end as seller_in_company
from chosen
join findings f on f.company_id = chosen.company_id and f.id = chosen.id
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
cross join lateral (select f.seller, lower(d.site) collate "C" as site offset 0) sold
left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site and inside.company_id = d.company_id) page on true
order by page.position
-- ["aaaaaaaa-0000","e-commerce",["cccccccc-0000","dddddddd-0000"],"2026-01-01","2026-01-31",50,0];

-- filtered by the platform's own column (planned each time)
with chosen as materialized (
select c.*, row_number() over () as position
from (select f.company_id, f.id, f.brand_id
from findings f
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
where f.company_id = $1::uuid and f.platform = $2 and f.deleted_at is null and f.brand_id = any($3::uuid[]) and f.reporting_date between $4::date and $5::date and "d"."title" ilike $6
order by "f"."reporting_date" desc, f.id desc limit $7 offset $8) c)
select page.*, null as "pageTotal", null as "pageSites", null as "pageNames"
from (select 1) as one
left join (select chosen.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> coalesce(everywhere.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site), 0) else 0 end as seller_everywhere, coalesce(inside.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site and s.company_id = d.company_id), 0) else 0 end as seller_in_company
from chosen
join findings f on f.company_id = chosen.company_id and f.id = chosen.id
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
cross join lateral (select f.seller, lower(d.site) collate "C" as site offset 0) sold
left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site and inside.company_id = d.company_id) page on true
order by page.position
-- ["aaaaaaaa-0000","e-commerce",["cccccccc-0000","dddddddd-0000"],"2026-01-01","2026-01-31","%serum%",50,0];

-- the findings of a notification (planned each time)
with chosen as materialized (
select c.*, row_number() over () as position
from (select f.company_id, f.id, f.brand_id
from findings f
where f.company_id = $1::uuid and f.platform = $2 and f.deleted_at is null and f.brand_id = any($3::uuid[]) and f.id = any($4::uuid[])
order by "f"."reporting_date" desc, f.id desc limit $5 offset $6) c)
select page.*, null as "pageTotal", null as "pageSites", null as "pageNames"
from (select 1) as one
left join (select chosen.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> coalesce(everywhere.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site), 0) else 0 end as seller_everywhere, coalesce(inside.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site and s.company_id = d.company_id), 0) else 0 end as seller_in_company
from chosen
join findings f on f.company_id = chosen.company_id and f.id = chosen.id
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
cross join lateral (select f.seller, lower(d.site) collate "C" as site offset 0) sold
left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site and inside.company_id = d.company_id) page on true
order by page.position
-- ["aaaaaaaa-0000","e-commerce",["cccccccc-0000","dddddddd-0000"],["eeeeeeee"],50,0];

-- the findings of a seller (planned each time)
with chosen as materialized (
select c.*, row_number() over () as position
from (select f.company_id, f.id, f.brand_id
from (
select near.*
from companies c
cross join lateral (
select f.company_id, f.id, f.brand_id, "f"."reporting_date" as sorted
from findings f
where f.company_id = c.id and f.platform = $1 and f.deleted_at is null and f.reporting_date between $2::date and $3::date and f.seller = lower($4::text)
order by "f"."reporting_date" desc, f.id desc limit $5) near) f
order by f.sorted desc, f.id desc limit $6 offset $7) c)
select page.*, null as "pageTotal", null as "pageSites", case when coalesce(page.position, 1) = 1 then (select json_object_agg(id, name)
from (
select id, brand_name as name
from brands
where id = any(array(select distinct brand_id
from chosen))
union all
select id, name
from companies
where id = any(array(select distinct company_id
from chosen))) names) end as "pageNames"
from (select 1) as one
left join (select chosen.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> coalesce(everywhere.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site), 0) else 0 end as seller_everywhere, coalesce(inside.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site and s.company_id = d.company_id), 0) else 0 end as seller_in_company
from chosen
join findings f on f.company_id = chosen.company_id and f.id = chosen.id
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
cross join lateral (select f.seller, lower(d.site) collate "C" as site offset 0) sold
left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site and inside.company_id = d.company_id) page on true
order by page.position
-- ["e-commerce","2026-01-01","2026-01-31","Kartholm",50,50,0];

-- conditions of another feature (planned each time)
with chosen as materialized (
select c.*, row_number() over () as position
from (select f.company_id, f.id, f.brand_id
from (
select near.*
from companies c
cross join lateral (
select f.company_id, f.id, f.brand_id, "f"."reporting_date" as sorted
from findings f
where f.company_id = c.id and f.platform = $1 and f.deleted_at is null and f.reporting_date between $2::date and $3::date and exists (select
from marks)
order by "f"."reporting_date" desc, f.id desc limit $4) near) f
order by f.sorted desc, f.id desc limit $5 offset $6) c)
select page.*, null as "pageTotal", null as "pageSites", case when coalesce(page.position, 1) = 1 then (select json_object_agg(id, name)
from (
select id, brand_name as name
from brands
where id = any(array(select distinct brand_id
from chosen))
union all
select id, name
from companies
where id = any(array(select distinct company_id
from chosen))) names) end as "pageNames"
from (select 1) as one
left join (select chosen.position, f.id, f.company_id, f.brand_id, f.image, f.image_bucket, f.image_key, <columns> coalesce(everywhere.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site), 0) else 0 end as seller_everywhere, coalesce(inside.n, 0) + case when (select exists (select
from seller_delta)) then coalesce((select sum(n)
from seller_delta s
where s.seller = sold.seller and s.site = sold.site and s.company_id = d.company_id), 0) else 0 end as seller_in_company
from chosen
join findings f on f.company_id = chosen.company_id and f.id = chosen.id
join "findings_e_commerce" d on d.company_id = f.company_id and d.finding_id = f.id
cross join lateral (select f.seller, lower(d.site) collate "C" as site offset 0) sold
left join seller_totals everywhere on everywhere.seller = sold.seller and everywhere.site = sold.site
left join seller_counts inside on inside.seller = sold.seller and inside.site = sold.site and inside.company_id = d.company_id) page on true
order by page.position
-- ["e-commerce","2026-01-01","2026-01-31",50,50,0];

-- The structure of the pages of findings, by which those of one template (a phishing kit, a cloned shop) stand together.
-- See docs/decisions/0044.

-- The first page of each group; `bands` as in picture_groups.
create table template_groups (
  id uuid primary key,
  hash bit(256) not null,
  bands int[] not null
);
create index template_groups_bands on template_groups using gin (bands);

create table finding_templates (
  company_id uuid not null,
  finding_id uuid not null,
  hash bytea not null,
  -- Its host, which people read, and the registered domain of that: a template that only one site has says nothing.
  host text not null,
  site text not null,
  -- Seen as scripts left it, not as it was sent.
  is_drawn boolean not null,
  group_id uuid,
  -- The worker still has to find its group.
  is_waiting boolean not null default true,
  seen_at timestamptz not null default now(),
  primary key (company_id, finding_id),
  foreign key (company_id, finding_id) references findings on delete cascade
);
create index finding_templates_group on finding_templates (company_id, group_id, site);
create index finding_templates_waiting on finding_templates (seen_at) where is_waiting;

-- Findings that got another group; and those of a group that was one site's until now.
create function change_templates_pending() returns trigger language plpgsql as $$
begin
  insert into cluster_pending (company_id, has_new_values, finding_ids)
  with grouped as (
    select n.company_id, n.finding_id, n.group_id, n.site
    from changed n join removed o on o.company_id = n.company_id and o.finding_id = n.finding_id
    where n.group_id is distinct from o.group_id)
  select company_id, true, array_agg(finding_id)
  from (
    select company_id, finding_id from grouped
    union
    select t.company_id, t.finding_id
    from grouped g join finding_templates t
      on t.company_id = g.company_id and t.group_id = g.group_id and t.site <> g.site
    where (select count(*) from (
        select distinct e.site from finding_templates e
        where e.company_id = g.company_id and e.group_id = g.group_id limit 3) sites) = 2
      and not exists (select from finding_templates e where e.company_id = g.company_id and e.group_id = g.group_id
        and e.site = g.site and e.finding_id <> g.finding_id)) f
  group by company_id;
  return null;
end $$;
create trigger finding_templates_clustered after update on finding_templates
  referencing old table as removed new table as changed for each statement execute function change_templates_pending();

-- That of a searched domain's page, for the finding it may become.
alter table searched_domains add column page_template bytea;

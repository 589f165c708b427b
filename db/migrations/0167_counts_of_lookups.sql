-- Why a finding is looked up again, counted apart: a server that is asked later says nothing about the finding. `tries`
-- counts the look-ups that got an answer.
alter table finding_lookups
  add column failures int not null default 0,
  add column unregistered int not null default 0;
-- Those that were given up although their servers had only been too busy: incomplete findings are asked for again.
update finding_lookups l set next_at = now(), tries = 0
from (
  select d.company_id, d.finding_id, d.registrar, d.ip_address, d.hosting from findings_domain d
  union all select w.company_id, w.finding_id, w.registrar, w.ip_address, w.hosting from findings_website w) f
where l.company_id = f.company_id and l.finding_id = f.finding_id and l.next_at is null and l.tries > 8
  and '' in (coalesce(f.registrar, ''), coalesce(f.ip_address, ''), coalesce(f.hosting, ''));

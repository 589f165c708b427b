-- Every comment on a finding is kept and shown. Those that came with the data (an upload, an edit) have no author, and
-- were only stored on the finding until now.
alter table comments alter column user_id drop not null;
insert into comments (id, company_id, finding_id, comment, created_at)
select gen_random_uuid(), f.company_id, f.id, f.client_comment, f.created_at
from findings f
where f.client_comment <> '' and not exists (
  select from comments c
  where c.company_id = f.company_id and c.finding_id = f.id and c.comment = f.client_comment);

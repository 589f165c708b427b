-- The draft that a notice is about; its id stood among the findings before.
alter table notices add column draft_id uuid references drafts on delete set null;
update notices n set draft_id = d.id from drafts d where n.model = 'Drafts' and d.id = n.finding_ids[1];
update notices set finding_ids = '{}' where model = 'Drafts';
create index notices_draft on notices (draft_id) where draft_id is not null;

-- What a line of the data log was about: its name as the screens show it, its id where it was one record, and which
-- fields changed, with their values before and after. Lines written before have none.
alter table data_log add column subject text;
alter table data_log add column record_id uuid;
alter table data_log add column changes jsonb;

-- Each filter of the data log, newest first.
create index data_log_user on data_log (user_id, at desc, id desc);
create index data_log_company on data_log (company_id, at desc, id desc);
create index data_log_model on data_log (model, at desc, id desc);
create index data_log_subject on data_log using gin (subject gin_trgm_ops);
create index data_log_record on data_log (record_id) where record_id is not null;

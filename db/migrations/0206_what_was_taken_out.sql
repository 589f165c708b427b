-- What somebody took out, beside who, when and how many records: brands, dates, filters, format and files of an export.
alter table data_log add column detail jsonb;

-- Letters that are kept as they travelled, because they may have to be shown: the object, its hash and its size. Written
-- before the letter leaves, with the moment at which it does.
alter table mails add column is_kept boolean not null default false;
alter table mails add column kept_key text;
alter table mails add column kept_sha256 bytea;

-- Files about findings that were asked for, and what became of each. The head of its chain of hashes stays after the file
-- itself has been dropped, so that a file can be recognised years later.
create table case_files (
  id uuid primary key,
  platform text not null,
  company_ids uuid[] not null,
  -- In the order of the file.
  finding_ids uuid[] not null,
  -- What it is about, for the list: the first finding's address.
  title text not null,
  asked_by uuid not null references users,
  created_at timestamptz not null default now(),
  -- Findings that are written so far, and tries begun.
  done int not null default 0,
  tries int not null default 0,
  -- Why there is no file.
  problem text,
  failed_at timestamptz,
  -- Written once, when the file is whole.
  ready_at timestamptz,
  head text,
  zip_key text,
  zip_bytes bigint,
  zip_sha256 text,
  pdf_key text,
  pdf_bytes bigint,
  -- What does not fit in the evidence, such as a picture that is not what was uploaded.
  warnings text[] not null default '{}',
  removed_at timestamptz,
  check ((ready_at is null) = (head is null))
);
create index case_files_listed on case_files (created_at desc, id desc);
create index case_files_head on case_files (head text_pattern_ops) where head is not null;

-- What was given out is not altered: a whole file may only be dropped from the store, and its row never.
create function keep_case_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.head is null or
    (old.head, old.id, old.platform, old.company_ids, old.finding_ids, old.asked_by, old.created_at, old.ready_at,
      old.zip_bytes, old.zip_sha256, old.pdf_bytes, old.warnings)
    is not distinct from (new.head, new.id, new.platform, new.company_ids, new.finding_ids, new.asked_by, new.created_at,
      new.ready_at, new.zip_bytes, new.zip_sha256, new.pdf_bytes, new.warnings)) then
    return new;
  end if;
  raise exception 'The record of a case file cannot be altered';
end $$;
create trigger case_file_kept before update or delete on case_files for each row execute function keep_case_file();
create trigger case_files_kept before truncate on case_files for each statement execute function refuse_change();

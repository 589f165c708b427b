-- Public keys with which this installation has signed case files; published, and never removed: an old file must stay
-- verifiable. The private part follows from SIGNING_SECRET and is not stored (docs/decisions/0042).
create table signing_keys (
  public_key text primary key,
  used_since timestamptz not null default now()
);

-- One list a day of the hashes of all pictures, notices and answers that were stored on it. Each list names the head of
-- the one before, so the last head covers everything.
create table evidence_days (
  day date primary key,
  previous text,
  head text not null,
  items int not null,
  list_key text not null,
  made_at timestamptz not null default now()
);

-- Time stamps (RFC 3161) of case files and of days: requested, and there once an authority has answered.
create table time_stamps (
  id uuid primary key,
  case_file_id uuid references case_files,
  day date references evidence_days,
  authority text not null,
  head text not null,
  requested_at timestamptz not null default now(),
  tries int not null default 0,
  next_at timestamptz not null default now(),
  problem text,
  token bytea,
  -- The moment in the token, and whose it is.
  stamped_at timestamptz,
  signer text,
  check (num_nonnulls(case_file_id, day) = 1),
  check ((token is null) = (stamped_at is null)),
  unique (case_file_id, authority),
  unique (day, authority)
);
create index time_stamps_due on time_stamps (next_at) where token is null;

-- The signature of a case file, as in its proof.json.
alter table case_files add column signature jsonb;
comment on column case_files.signature is 'issuer, signedAt, publicKey, value; null: made before files were signed';

create function guard_evidence() returns trigger language plpgsql as $$
begin
  raise exception 'A record of evidence cannot be altered';
end $$;
create trigger time_stamp_guarded before update or delete on time_stamps for each row
  when (old.token is not null) execute function guard_evidence();
create trigger evidence_day_guarded before update or delete on evidence_days for each row execute function guard_evidence();
create trigger signing_key_guarded before update or delete on signing_keys for each row execute function guard_evidence();
create trigger evidence_days_guarded before truncate on evidence_days for each statement execute function guard_evidence();

create or replace function guard_case_file() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (old.head is null or
    (old.head, old.id, old.platform, old.company_ids, old.finding_ids, old.requested_by, old.created_at, old.ready_at,
      old.zip_bytes, old.zip_sha256, old.pdf_bytes, old.warnings, old.signature)
    is not distinct from (new.head, new.id, new.platform, new.company_ids, new.finding_ids, new.requested_by, new.created_at,
      new.ready_at, new.zip_bytes, new.zip_sha256, new.pdf_bytes, new.warnings, new.signature)) then
    return new;
  end if;
  raise exception 'The record of a case file cannot be altered';
end $$;

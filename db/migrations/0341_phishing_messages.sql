-- The emails, text messages and screenshots that led people to a phishing page. `original_key` is what was given, which does
-- not leave; `file_*` is the copy that notices have, in which recipients are masked (of a picture the same file).
create table phishing_messages (
  company_id uuid not null,
  id uuid not null default gen_random_uuid(),
  finding_id uuid not null,
  kind text not null check (kind in ('email', 'text', 'picture')),
  sender text not null default '',
  subject text not null default '',
  -- When an email was sent, as it says; the day on which somebody received another message.
  sent_at timestamptz,
  received_on date,
  -- The copy as text; null of a picture.
  body text,
  original_key text not null,
  original_sha256 bytea not null,
  file_key text not null,
  file_bytes int not null,
  file_sha256 bytea not null,
  media_type text not null,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, finding_id) references findings on delete cascade
);
create index phishing_messages_finding on phishing_messages (company_id, finding_id, created_at, id);

-- How many messages a person stored in the last hour.
create index files_message_uploader on files (uploaded_by, created_at) where purpose = 'phishing-message';

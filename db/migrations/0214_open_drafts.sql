-- The open drafts of all brands are listed, beside the submitted ones of 90 days.
create index drafts_open on drafts (coalesce(saved_at, created_at) desc, id desc) where submitted_at is null;

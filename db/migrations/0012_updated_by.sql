-- Who changed a finding last comes from the caller's own session row and users are never removed, so the check finds
-- nothing; it took 350 of the 2,950 ms of approving 20,000 (busy machine). created_by keeps its check.
alter table findings drop constraint findings_updated_by_fkey;

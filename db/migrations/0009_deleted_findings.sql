-- The few that were deleted. Counts over a platform's own table leave them out without looking each row up in findings.
create index findings_deleted on findings (company_id, id) where deleted_at is not null;

-- Choices of a bulk download come from what its scope has: read by skipping from value to value in these indexes.
create index findings_reason on findings (company_id, brand_id, reason_code, reporting_date)
  where platform = 'e-commerce' and reason_code is not null and deleted_at is null;
create index last_enforcements_day on last_enforcements (company_id, platform, action_date);

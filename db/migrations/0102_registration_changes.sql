-- When a domain was last changed, as its registry says; when it was registered and ends is stored since 0099.
alter table registrations add column changed_on date;

-- What a desk did is counted by kind of harm instead of the reason as written, which has as many spellings as people.
-- The next count fills it again.
delete from desk_scores;
alter table desk_scores rename column reason to harm;

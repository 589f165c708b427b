-- The texts that notices were sent with: the one of a configuration, and those of its escalation's steps. A changed text is
-- another one, so that scores of desks tell which works.
create table notice_texts (
  id int generated always as identity primary key,
  configuration_id uuid not null references enforcement_configurations,
  sha256 bytea not null,
  -- A list of lines with placeholders.
  lines jsonb not null,
  first_used_at timestamptz not null default now(),
  unique (configuration_id, sha256)
);
-- Null: no notice, or from before texts were kept.
alter table enforcements add column text_id int references notice_texts;

-- Scores by text, too, and of desks that take reports by their form: `desk` is the address of the desk or of its form, and
-- `text_id` 0 stands for notices from before. The next count fills it again.
delete from desk_scores;
alter table desk_scores rename column email to desk;
alter table desk_scores drop constraint desk_scores_pkey;
alter table desk_scores add column text_id int not null, add primary key (desk, harm, action_taken, text_id);

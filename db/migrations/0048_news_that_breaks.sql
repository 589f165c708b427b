-- A piece of news that could not be taken in waits for a later moment by itself, and says what went wrong.
alter table ladder_news add column tries int not null default 0;
alter table ladder_news add column next_at timestamptz not null default now();
alter table ladder_news add column problem text;
create index ladder_news_due on ladder_news (next_at, id);

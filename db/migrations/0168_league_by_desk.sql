-- Leagues count the notices that a desk received. How many findings with a notice name it is counted apart. The next count
-- fills both.
delete from desk_league;
alter table desk_league add column named int not null;

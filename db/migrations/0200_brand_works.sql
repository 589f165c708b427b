-- The original works of a brand, each with its title and where it is published: what a notice about copied material has to
-- identify (17 U.S.C. 512(c)(3)(A)(ii)).
alter table brands add column works jsonb not null default '[]';

-- Who signs notices for a company and is named in them: {name, title, email, phone}. Never taken from its contacts.
alter table companies add column notice_contact jsonb;
-- The registered marks of a brand: [{name, number, office, country, classes, owner, link, expiresOn}].
alter table brands add column marks jsonb not null default '[]';
-- Documents state what they are. Those that are already attached get the type that their name suggests; what suggests
-- none proves nothing until an Admin says what it is.
update enforcement_configurations c set attachments = (
  select coalesce(jsonb_agg(a || jsonb_build_object('type', case
      when a->>'fileName' ~* '(attorney|authori[sz]|mandate|\ypoa\y|\yloa\y|vollmacht|procura|pouvoir)' then 'authority'
      when a->>'fileName' ~* 'copyright' then 'copyright'
      when a->>'fileName' ~* '(trade ?-?_?mark|\ytm\y|certificate|registration|patent|design)' then 'registration'
      else 'other' end) order by n), '[]')
  from jsonb_array_elements(c.attachments) with ordinality as d (a, n))
where jsonb_array_length(c.attachments) > 0;

-- The texts that were supplied named rights in a brand, whatever the harm, and section 3.18 of ICANN's accreditation agreement
-- also for registration data and for names of countries. The rest of the email says what is wrong and which rules apply.
-- Lines that somebody wrote stay.
update escalations l set steps = (
  select jsonb_agg(case when s.step ? 'text' then s.step || jsonb_build_object('text', (
      select coalesce(jsonb_agg(coalesce(r.new, t.line) order by t.n), '[]')
      from jsonb_array_elements_text(s.step->'text') with ordinality as t (line, n)
      left join (values
        ('The page infringes the rights of {{company}} in {{brand}}. {{lastSeen}}',
          'What is wrong with it, and what we ask, is stated above. {{lastSeen}}'),
        ('the address {{ipAddress}} that you host serves {{url}}, which infringes the rights of {{company}} in {{brand}}.',
          'you host {{url}} at the address {{ipAddress}}. What is wrong with it, and what we ask, is stated above.'),
        ('Please take the content down. Our report and documents are attached.',
          'Please act on it and tell us what was done. Our report and documents are attached.'),
        ('the domain name {{domain}}, registered through you, is used to infringe the rights of {{company}} in {{brand}}: {{url}}.',
          'the domain name {{domain}} is registered through you: {{url}}. What is wrong with it, and what we ask, is stated above.'),
        ('Please investigate and respond as your accreditation agreement requires (RAA 3.18). Our report and documents are attached.',
          'Please act on it and tell us what was done. The rules that apply are stated below. Our report and documents are attached.'))
        as r (old, new) on r.old = t.line)) else s.step end order by s.n)
  from jsonb_array_elements(l.steps) with ordinality as s (step, n))
where jsonb_array_length(l.steps) > 0;

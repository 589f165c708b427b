-- A step whose desk takes reports through a web form only is a task for a person: the address of that form.
alter table escalation_runs add column form text;

-- The texts that were supplied said that the page is still there, which nobody had checked, and named a Message-ID, which a
-- report through a form has not. Lines that somebody wrote stay.
update escalations l set steps = (
  select jsonb_agg(case when s.step ? 'text' then s.step || jsonb_build_object('text', (
      select coalesce(jsonb_agg(coalesce(r.new, t.line) order by t.n), '[]')
      from jsonb_array_elements_text(s.step->'text') with ordinality as t (line, n)
      left join (values
        ('The page infringes the rights of {{company}} in {{brand}}, and it is still there.',
          'The page infringes the rights of {{company}} in {{brand}}. {{lastSeen}}'),
        ('We wrote to {{noticeAddress}} about it on {{noticeDate}} (Message-ID {{noticeId}}); it is still there.',
          'We reported it to {{noticeAddress}} on {{noticeDate}} ({{noticeReference}}). {{lastSeen}}'))
        as r (old, new) on r.old = t.line)) else s.step end order by s.n)
  from jsonb_array_elements(l.steps) with ordinality as s (step, n))
where l.steps::text like '%it is still there.%';

-- Which pages of the table have a status: a list by status reads these instead of all findings of the company. A status
-- stands in no B-tree, so that a change of it stays in its page; an index of page ranges leaves it there, from PostgreSQL 16
-- on. Before that it would not, and there is none.
do $$ begin
  if current_setting('server_version_num')::int >= 160000 then
    create index findings_statuses on findings using brin (company_id uuid_bloom_ops (n_distinct_per_range = 16),
      platform text_bloom_ops (n_distinct_per_range = 16), status text_bloom_ops (n_distinct_per_range = 16))
      with (pages_per_range = 8, autosummarize = on);
  end if;
end $$;

import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'

/**
 * Which tables would be divided by company when one PostgreSQL is no longer enough (docs/operate/growing.md), and what
 * of their keys would have to change first. A new table must be added here; a new key that does not begin with
 * company_id fails the test unless its reason is given.
 */
const byCompany = [
  'clock_changes clock_sums desk_league activity_lines finding_edits approval_overrides approved_reasons chosen_proofs agreed_days assignment_log assignments cluster_counts cluster_events cluster_pending cluster_values clusters finding_values picture_waits',
  'client_requests comments counter_day counter_delta counter_month counter_priority counter_seller counter_value counter_value_day enforcements',
  'escalation_runs facets finding_clocks finding_lookups finding_visits finding_templates finding_watches findings findings_app_store',
  'findings_domain findings_e_commerce findings_social_media findings_website last_enforcements page_pictures phishing_messages purchases',
  'request_submissions saved_batches seller_counts seller_delta status_log status_log_kinds status_log_new status_log_people',
  'status_log_terms value_delta',
]
/** Small, changed rarely, read together with the others: copied to every node. */
const reference = [
  'abuse_contacts brand_references brands companies desk_forms enforcement_configurations escalations notice_texts reason_codes shared_hosts trademarks users white_list_entries white_lists',
]
/** On one node: sessions, emails, people's own settings and queues, the search for domains, and what belongs to no company. */
const onOneNode = [
  'list_desks desk_scores home_visits recent_records activity_choices activity_digests evidence_days signing_keys time_stamps bulk_decision_batches bulk_decisions domain_candidates domain_runs domain_schedules name_feeds searched_domains draft_rows drafts action_attempts action_passwords answer_box authenticators answered_addresses bounced_addresses case_files claimed_labels clock_reading data_log escalation_events escalation_inbox export_files export_parts export_schedules exports files',
  'guessing_notices inbound_mails installation known_addresses mail_paces picture_groups picture_hashes template_groups mails notice_overrides notices notifications one_time_codes registrations report_deliveries',
  'counter_folds recovery_codes report_subscriptions reset_links revoked_marks saved_views schema_migrations seller_totals server_budgets session_uses sessions',
  'sign_in_events sign_in_failures source_checks tmch_lists tool_job_files tool_job_rows tool_jobs two_factor_roles trademark_notifications user_settings view_pins visit_hosts visit_minutes',
]

/** Tables that name a company and are not divided by it. */
const undivided: { reason: string; tables: string }[] = [
  {
    reason: 'Changed rarely and read together with others: every node has all of them',
    tables: 'brands enforcement_configurations trademarks users white_list_entries white_lists',
  },
  {
    reason:
      'What one person requested, prepared, kept or is told: read by that person, the company is what it is about',
    tables:
      'activity_digests bulk_decision_batches drafts export_schedules exports recent_records saved_views tool_jobs',
  },
  {
    reason: 'One text to people of several companies, who are in notifications',
    tables: 'notices',
  },
  {
    reason: 'Changes of master data, which Admins read for all companies together, newest first',
    tables: 'data_log',
  },
  {
    reason: 'The search for domains takes the next due company of all of them',
    tables: 'domain_schedules searched_domains',
  },
]

const accepted: { reason: string; problems: string[] }[] = [
  {
    reason:
      'UUIDv7 as the only key: (company_id, id) instead; every statement that reads one by its id knows its company',
    problems: [
      'client_requests: primary key (id)',
      'comments: primary key (id)',
      'enforcements: primary key (id)',
      'escalation_runs: primary key (id)',
      'finding_visits: primary key (id)',
      'purchases: primary key (id)',
      'request_submissions: primary key (id)',
      'status_log: primary key (at, id)',
    ],
  },
  {
    reason: 'Changes that wait to be folded: a number per node is enough',
    problems: [
      'cluster_pending: primary key (id)',
      'counter_delta: primary key (id)',
      'seller_delta: primary key (id)',
      'value_delta: primary key (id)',
    ],
  },
  {
    reason: 'Has company_id, but not first: findings are found by their picture',
    problems: ['picture_waits: primary key (bucket, key, company_id, finding_id)'],
  },
  {
    reason: 'Has company_id, but not first: the sellers of all companies are read by seller',
    problems: ['seller_counts: primary key (seller, site, company_id)'],
  },
  {
    reason: 'A brand has one company: add company_id in front',
    problems: ['client_requests: client_requests_waiting (brand_id, identity_key)'],
  },
  {
    reason: 'A random id, unique without the index',
    problems: ['finding_watches: finding_watches_proposal_key (proposal)'],
  },
  {
    reason: 'References an enforcement or a submission by its id alone: add company_id to the reference',
    problems: [
      'client_requests -> request_submissions (submission_id)',
      'escalation_runs -> enforcements (email_record_id)',
      'escalation_runs -> enforcements (notice_id)',
      'escalation_events -> enforcements (enforcement_id)',
      'escalation_events -> escalation_runs (run_id)',
      'inbound_mails -> enforcements (enforcement_id)',
      'notice_overrides -> enforcements (enforcement_id)',
    ],
  },
]

const names = (lines: readonly string[]) => lines.flatMap((line) => line.split(' '))

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('every table is divided by company, copied to every node, or on one node', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind in ('r', 'p') and not relispartition
       and relnamespace = 'public'::regnamespace order by 1`,
  )
  const all = [...names(byCompany), ...names(reference), ...names(onOneNode)]
  expect(all.sort()).toEqual(rows.map(({ name }) => name))
})

test('every table that names a company is divided by it, or has a reason not to be', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'company_id'
     where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace and not relname = any($1)
     order by 1`,
    [names(byCompany)],
  )
  expect(rows.map(({ name }) => name)).toEqual(undivided.flatMap(({ tables }) => tables.split(' ')).sort())
})

test('keys of tables by company begin with it, and so do references between them; each exception has its reason', async () => {
  const found = [...(await wrongKeys()), ...(await wrongReferences())]
  expect(found.sort()).toEqual(accepted.flatMap(({ problems }) => problems).sort())
})

/** Unique keys of tables by company whose first column is another. */
async function wrongKeys(): Promise<string[]> {
  const { rows } = await database.pool.query<{ problem: string }>(
    `select format('%s: %s (%s)', c.relname, case when i.indisprimary then 'primary key' else x.relname end, k.columns) as problem
     from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid,
       lateral (select string_agg(pg_get_indexdef(x.oid, n, true), ', ' order by n) as columns
         from generate_series(1, i.indnkeyatts) n) k
     where i.indisunique and not c.relispartition and c.relname = any($1) and k.columns !~ '^company_id(,|$)'`,
    [names(byCompany)],
  )
  return rows.map(({ problem }) => problem)
}

/** Foreign keys that reach a table by company without its company. Those to reference tables are none. */
async function wrongReferences(): Promise<string[]> {
  const { rows } = await database.pool.query<{ problem: string }>(
    `select format('%s -> %s (%s)', conrelid::regclass, confrelid::regclass, k.columns) as problem
     from pg_constraint o, lateral (select string_agg(attname, ', ' order by position) as columns
       from unnest(conkey) with ordinality as keys (n, position) join pg_attribute on attrelid = conrelid and attnum = n) k
     where contype = 'f' and conparentid = 0 and confrelid::regclass::text = any($1)
       and (k.columns !~ '^company_id(,|$)' or not conrelid::regclass::text = any($1))`,
    [names(byCompany)],
  )
  return rows.map(({ problem }) => problem)
}

import { type Mutation, mutationsOf } from './mutation.ts'

const at = (feature: string, test: string) => mutationsOf(`src/features/${feature}`, `src/features/${test}`)
const complaint = at('case-files', 'case-files/server/icann-complaint.db.test.ts')
const caseFile = at('case-files', 'case-files/server/case-files.db.test.ts')
const days = at('case-files', 'case-files/server/evidence-days.db.test.ts')
const dayScreen = mutationsOf('src/features/case-files', 'tests/journeys/evidence-days.test.ts')
const tamper = mutationsOf('src/kit/evidence', 'src/features/case-files/server/tamper.test.ts')
const visits = at('escalations', 'escalations/server/visits-before-steps.db.test.ts')
const byForm = at('escalations', 'escalations/server/steps-by-form.db.test.ts')
const plan = at('enforcement', 'enforcement/server/plan-notices.db.test.ts')
const order = at('contacts', 'enforcement/server/plan-notices.db.test.ts')
const cdn = at('contacts', 'contacts/server/shared-hosts.db.test.ts')
const lookUps = at('contacts', 'contacts/server/look-up-hosts.db.test.ts')
const forms = at('notices', 'enforcement/server/submit-form.db.test.ts')
const harm = at('notices', 'notices/server/kinds-of-harm.db.test.ts')
const scores = at('enforcement', 'enforcement/server/desk-scores.db.test.ts')
const league = at('revisits', 'revisits/server/league.db.test.ts')
const clock = at('revisits', 'revisits/server/clock.db.test.ts')
const failures = at('replies', 'replies/server/delivery-failures.test.ts')
const kinds = at('replies', 'replies/server/headers-and-words.test.ts')
const upgrade = mutationsOf('db/migrations', 'src/app/upgrade-notices.db.test.ts')

/** Whose desk a notice goes to, what follows from it and what its PDFs show; words of the titles stand for rows. */
export const noticeMutations: readonly Mutation[] = [
  complaint(
    'host only',
    'server/icann-complaint.ts',
    "notices.filter(({ deskKind }) => deskKind === 'registrar')",
    'notices.filter(({ deskKind }) => deskKind !== null)',
  ),
  complaint(
    'form prior',
    'server/complaint-queries.ts',
    "and (m.id is not null or e.submitted_at is not null)), '[]') as notices",
    "and m.id is not null), '[]') as notices",
  ),
  complaint('as PDF', 'server/draw-complaint.ts', 'sided(value || texts.notKnown)', 'sided(texts.notKnown)'),
  caseFile('contains everything', 'server/case-pdf.ts', 'All times are those of', 'Times are'),
  visits('found down', 'server/check-run.ts', '  if (isDown(run)) return pause(reasons.down)\n', ''),
  visits(
    'person decides',
    'server/check-run.ts',
    '(resumedAt === null || Date.parse(resumedAt) < Date.parse(visit.at))',
    'true',
  ),
  days(
    'only Admin',
    'contract.ts',
    "path: '/evidence-days/{day}/download',\n    access: ['Admin'],",
    "path: '/evidence-days/{day}/download',\n    access: staff,",
  ),
  days('only Admin', 'server/evidence-day-queries.ts', '${file + notice + answer}, ${notice}', '${file}, ${notice}'),
  days('verified without', 'server/send-evidence-day.ts', 'signature, stamps })', 'signature, stamps: [] })'),
  days('names lists', 'server/evidence-day-queries.ts', 'where e.day >= s.day', 'where e.day > s.day'),
  days('names lists', 'server/case-pdf.ts', '  drawLists(doc, { lists, info })\n', ''),
  days('missing day', 'server/evidence-day-queries.ts', 'd.previous is not distinct from b.head', 'true'),
  tamper(
    'kind change',
    'verify-file.ts',
    'new Date(Date.parse(text.day) + 86_400_000)',
    'new Date(Date.parse(text.day) - 86_400_000)',
  ),
  tamper('kind change', 'verify-file.ts', 'found.list = { head: hash.hex()', "found.list = { head: 'a'.repeat(64)"),
  tamper('kind change', 'evidence-list.ts', "if (rest !== '' || lines", 'if (lines'),
  dayScreen('Admin finds', 'web/EvidenceDaysScreen.tsx', '<Proofs of={day}', '<Proofs of={{ stamps: [] }}'),
  dayScreen('Analyst no', 'web/CaseFilesScreen.tsx', "role === 'Admin' ?", 'role ?'),
  visits(
    'found down',
    'server/run-state-queries.ts',
    "order by v.at desc limit 1) = 'up'",
    "order by v.at desc limit 1) = 'gone'",
  ),
  order(
    'kind harm',
    'server/desk-order.ts',
    'const acting = desks.filter(({ acts }) => acts)',
    'const acting = [...desks]',
  ),
  order(
    'registration data',
    'server/desk-order.ts',
    "if (basis === 'registration-data') return true",
    "if (basis === 'registration-data') return false",
  ),
  plan(
    'kind harm',
    'server/plan-notices.ts',
    '(one.email !== null || one.form !== null) && keyOf',
    'one.email !== null && keyOf',
  ),
  cdn(
    'CDN form',
    'server/known-desk.ts',
    'if (own && !own.takesEmail) return { kind: target.kind, name, addresses: [], form: own.form }\n',
    '\n',
  ),
  byForm(
    'phishing CDN',
    'server/find-recipient.ts',
    ': { form: desk.form, recipient }',
    ': { pause: reasons.noAddress[kind] }',
  ),
  byForm('phishing CDN', 'server/inbox-queries.ts', "v.what in ('sent', 'finished')", "v.what in ('sent')"),
  byForm('phishing CDN', 'rules.ts', " && !(action === 'finish' && form !== null)", ''),
  forms(
    'discount refused',
    'server/check-notices.ts',
    "  refuseIncomplete(platform, examined, { override, isAdmin: session?.role === 'Admin' })\n",
    '',
  ),
  forms(
    'sheet forms',
    'server/queries.ts',
    '(m.id is not null or e.submitted_at is not null)\n          order by 1 desc',
    'm.id is not null\n          order by 1 desc',
  ),
  forms(
    'keeps whose desk',
    'server/desk-of.ts',
    "kind: 'platform', name: platform.name",
    "kind: 'host', name: platform.name",
  ),
  harm('own desk', 'server/desk-of.ts', "desk: shared ? 'host' : 'unknown'", "desk: 'unknown'"),
  harm('host answer names', 'server/desk-of.ts', '  if (isNamedHost) return { ...ofHost, facts }\n', ''),
  harm('content registrar', 'server/examine.ts', '(isKnown && !registrarsActOn(kind))', '(isKnown && false)'),
  scores('another text', 'server/desk-scores.ts', 'coalesce(e.text_id, 0), count(*)', '0, count(*)'),
  league('ranked received', 'server/league-queries.ts', 'd.sent_at, c.acknowledged_at', 'c.sent_at, c.acknowledged_at'),
  clock('manual calculation', 'server/clock-queries.ts', 'count(*)::int as "of"', 'count(seconds)::int as "of"'),
  lookUps('paused hour', 'server/queries.ts', "retry?.because === 'later' ? 0 : 1", '1'),
  failures(
    'returned notice',
    'server/delivery-failures.ts',
    'texts.map((one) => unwrapped(withoutReturned(one)))',
    'texts.map((one) => unwrapped(one))',
  ),
  failures('gateway returns', 'server/delivery-failures.ts', '[answer, nestedStatus]', '[answer]'),
  kinds('next nothing', 'server/mail-kinds.ts', '(!isAlone && isFromPersonsProgram(header) ? 1 : 0)', '0'),
  upgrade('old notices', '0164_receiving_desks.sql', 'where c.is_registrar <> c.is_host or c.is_known_registrar', ''),
]

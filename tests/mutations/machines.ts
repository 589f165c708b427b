import { type Mutation, mutationsOf } from './mutation.ts'

const schedules = mutationsOf('src/features/domain-search', 'tests/journeys/domain-search.test.ts')
const searches = mutationsOf('src/features/domain-search', 'src/features/domain-search/server/domain-search.db.test.ts')
const decisions = mutationsOf('src/features/domain-search', 'src/features/domain-search/server/decisions.db.test.ts')
const watched = mutationsOf('src/features/domain-search', 'src/features/domain-search/server/watch-decided.db.test.ts')
const keys = mutationsOf('src/kit/web', 'tests/journeys/domain-search.test.ts')
const menus = mutationsOf('src/app/web', 'tests/journeys/domain-search.test.ts')
const toolMenus = mutationsOf('src/app/web', 'tests/journeys/quick-tools.test.ts')
const tools = mutationsOf('src/features/quick-tools', 'tests/journeys/quick-tools.test.ts')
const toolCalls = mutationsOf('src/features/quick-tools', 'src/features/quick-tools/server/queue.db.test.ts')
const toolResults = mutationsOf('src/features/quick-tools', 'src/features/quick-tools/server/tools.db.test.ts')

/** Every row of domain-search, searched-domains and quick-tools. */
export const machines: readonly Mutation[] = [
  watched('S-308', 'server/watch-queries.ts', 'where w.action is not null', "where w.action in ('low', 'ignore')"),
  watched('S-308', 'server/watch-decided.ts', 'if (then.certificate === null && issuer', 'if (then.mail && issuer'),
  // Schedule Domain Search
  schedules('S-093', 'web/ScheduleScreen.tsx', "label: 'Last Executed Date'", "label: 'Executed'"),
  schedules(
    'S-093',
    'web/ScheduleScreen.tsx',
    '          moment(lastExecutedAt)\n',
    '          (lastExecutedAt.slice(9), texts.never)\n',
  ),
  schedules('S-094', 'web/ScheduleDrawer.tsx', 'position="right"', 'position="left"'),
  schedules('S-094', 'web/texts.ts', "save: 'Save Schedule'", "save: 'Save'"),
  searches('S-114', 'server/schedule-queries.ts', 's.last_executed_at as "lastExecutedAt"', 'null as "lastExecutedAt"'),
  searches(
    'S-165',
    '../staging-rows/server/require-brand.ts',
    "if (!brand) throw invalid({ brand: isNotValid('Brand') })",
    "if (!brand) throw invalid({ company: isNotValid('Brand') })",
  ),
  schedules('S-165', 'web/ScheduleDrawer.tsx', "error={form.problem ?? errors['keywords']}", 'error={form.problem}'),
  schedules('S-166', 'web/use-schedule-form.ts', 'if (!isPlainText(file)) return setFileError(texts.wrongFile)\n', ''),
  schedules(
    'S-167',
    'web/use-schedule-form.ts',
    'if (text === undefined) return setFileError(refusal)',
    'if (text === undefined) return undefined',
  ),
  searches(
    'S-240',
    'server/schedules.ts',
    'if (saved.now > maxKeywords) throw',
    'if (saved.now > 9 * maxKeywords) throw',
  ),
  searches(
    'S-241',
    'server/schedules.ts',
    'docs: page.docs.map((doc) => ({ ...doc, _id: doc.id }))',
    'docs: page.docs.slice(1).map((doc) => ({ ...doc, _id: doc.id }))',
  ),
  schedules(
    'S-265',
    'web/ScheduleScreen.tsx',
    'onRefused={(error) => setRefusal(sentenceOf(error))}',
    'onRefused={(error) => void sentenceOf(error)}',
  ),
  searches(
    'S-299',
    'server/run-searches.ts',
    "await end('Completed', null)",
    'await queries.releaseRun(app.db, lease)',
  ),
  searches('S-299', 'rules.ts', 'dailyHour = 2', 'dailyHour = 3'),

  // Searched Domains
  schedules(
    'S-095',
    'web/use-searched-domains.ts',
    "(textOf('layout') === 'list' ? 'list' : 'grid')",
    "(textOf('view') === 'grid' ? 'grid' : 'list')",
  ),
  decisions(
    'S-095',
    'server/searched-queries.ts',
    'if (brand) conditions.push(sql`d.brand_id = ${brand}`)',
    'void brand',
  ),
  schedules('S-095', 'web/SearchedDomainsScreen.tsx', '<SearchBox hasButton', '<SearchBox'),
  schedules('S-096', 'web/DomainList.tsx', '{showDayOf(domain.createdAt, businessZone)}', '{businessZone.slice(99)}'),
  schedules('S-096', 'web/DomainList.tsx', '<SuspiciousLink address={domain.domain} />', '{domain.domain}'),
  schedules(
    'S-097',
    'web/DomainCard.tsx',
    '    [texts.company, company],\n',
    '    [texts.company, company.slice(99)],\n',
  ),
  schedules(
    'S-097',
    'web/DomainCard.tsx',
    '    [texts.found, showDayOf(createdAt, businessZone)],\n',
    '    [texts.found, createdAt.slice(99) + businessZone.slice(99)],\n',
  ),
  schedules('S-097', 'web/DomainCard.tsx', '<span>{domain.pageNote ?? domain.title ?? texts.placeholder}</span>', ''),
  searches('S-113', 'server/searched-queries.ts', 'd.created_at as "createdAt",', 'null as "createdAt",'),
  menus('S-011', 'menus.ts', '    ...adminListed,\n', ''),
  toolMenus('S-077', 'menus.ts', '    ...adminListed,\n', ''),
  schedules(
    'the arrows move',
    'web/SearchedDomainsScreen.tsx',
    'if (pictures.some((picture) => picture.id === id)) setEnlarged(id)',
    'setEnlarged(id)',
  ),
  keys('the arrows move', 'use-key-press.ts', 'event.altKey || wasBusy) return', 'event.altKey) return'),
  schedules(
    'the arrows move',
    'web/SearchedDomainsScreen.tsx',
    'if (id === undefined) box.current',
    'if (id !== undefined) box.current',
  ),
  decisions('S-132', 'server/searched-queries.ts', 'sql`d.action is null`', 'sql`true`'),
  decisions(
    'S-132',
    'server/take-action.ts',
    "{ action: 'ignore', userId: session.userId },",
    "{ action: 'low', userId: session.userId },",
  ),
  decisions('S-242', 'server/searched-queries.ts', '(${date}::date + 1)::timestamp', '(${date}::date + 9)::timestamp'),
  decisions('S-243', 'server/take-action.ts', 'refused.push({ id: one.id, reason: messages.alreadyDecided })\n', ';\n'),
  schedules('S-288', '../../kit/web/delays.ts', 'fetch: 1000', 'fetch: 10'),
  decisions(
    'S-308',
    'server/finding-row.ts',
    "action === 'high' ? 'High' : 'Low'",
    "action === 'high' ? 'High' : 'High'",
  ),

  // Quick Tools
  tools('S-068', 'web/texts.ts', "title: 'Quick Tools'", "title: 'Tools'"),
  tools('S-069', '../../vocabulary/quick-tools.ts', "facebookScan: 'Facebook Scan'", "facebookScan: 'Facebook scan'"),
  toolResults('S-070', 'server/scan-facebook.ts', 'return sheetTexts.online', 'return sheetTexts.removed'),
  toolResults('S-070', 'server/extract-domain.ts', "ipAddress: addresses.join(', ')", "ipAddress: ''"),
  tools(
    'S-071',
    'web/ToolFields.tsx',
    '<TextInput label={texts.email} value={email} readOnly />',
    '<TextInput label={texts.email} defaultValue={email} />',
  ),
  tools('S-072', 'rules.ts', "  meesho: 'terms',", "  meesho: 'lines',"),
  tools('S-072', 'web/ToolFields.tsx', 'placeholder={texts.oneHint}', ''),
  tools('S-073', 'rules.ts', "  screenshot: 'lines',", "  screenshot: 'terms',"),
  tools(
    'S-074',
    'rules.ts',
    "scanPlatforms = ['e-commerce', 'social-media'] as const",
    "scanPlatforms = ['e-commerce', 'domain'] as const",
  ),
  tools('S-075', 'web/texts.ts', "start: 'Start Processing'", "start: 'Start'"),
  tools('S-076', 'web/JobHistory.tsx', '        { head: heads.username, cell: ({ username }) => username },\n', ''),
  tools('S-076', 'web/QuickToolsScreen.tsx', "perPage: '10'", "perPage: '30'"),
  toolCalls('S-117', 'server/queue-tool.ts', 'DateCreated: createdAt', "DateCreated: ''"),
  toolCalls(
    'S-117',
    'server/queue-tool.ts',
    'isOpen ? linkTo(app, session, first.key) : null',
    "first ? linkTo(app, first.key) : '/api'",
  ),
  toolCalls('S-137', 'server/queue-tool.ts', '    status: state,\n', "    status: 'Processing',\n"),
  tools('S-176', 'web/QuickToolsScreen.tsx', 'disabled={!tool.canStart || (report', 'disabled={!tool.form || (report'),
  tools('S-177', 'web/ToolFields.tsx', 'if (text === undefined) toastError(refusal)', 'if (text === undefined) return'),
  tools('S-178', 'web/use-quick-tool.ts', "remembered ? 'confirm' : 'password'", "remembered ? 'confirm' : 'confirm'"),
  toolCalls(
    'S-179',
    '../action-passwords/rules.ts',
    "action === 'bulk-download' ? [action] : [action, 'master']",
    '[action]',
  ),
  toolCalls(
    'S-179',
    '../action-passwords/rules.ts',
    "action === 'bulk-download' ? [action] : [action, 'master']",
    "[action, 'master']",
  ),
  tools('S-180', 'web/texts.ts', 'This query will fetch ', 'It fetches '),
  toolCalls(
    'S-180',
    'rules.ts',
    "countsAsOne: readonly QuickTool[] = ['flipkart', 'facebookScan']",
    "countsAsOne: readonly QuickTool[] = ['flipkart']",
  ),
  toolCalls(
    'S-181',
    'contract-schemas.ts',
    "} else if (given.length === 0) refuse('urls', messages.noUrls)",
    "} else if (given.length === -1) refuse('urls', messages.noUrls)",
  ),
  toolCalls(
    'S-226',
    'server/queue-tool.ts',
    'return { message: messages.saved, id }',
    "return { message: 'Stored', id }",
  ),
  toolCalls(
    'S-228',
    'server/queue-tool.ts',
    '{ kinds: [kind], tools }',
    '{ kinds: [kind], tools: [...tools, "domain", "facebook", "flipkart", "screenshot", "twitter", "meesho", "pinterest", "facebookAds", "facebookScan"] }',
  ),
  toolCalls(
    'S-309',
    '../exports/server/routes.ts',
    'if (report === undefined) return { ...(await listBulk',
    'if (report !== undefined) return { ...(await listBulk',
  ),
  tools(
    'S-277',
    'web/use-quick-tool.ts',
    'toastError(problem instanceof CallFailed ? sentenceOf(problem) : texts.failed)',
    'void [problem, toastError, CallFailed, sentenceOf]',
  ),
  tools('S-277', 'web/use-quick-tool.ts', '      toastSuccess(message)\n', '      void [toastSuccess, message]\n'),
  toolCalls(
    'S-278',
    'server/queue-tool.ts',
    'if (isTooLarge(session, links.files)) throw',
    'if (links.files.length > 99) throw',
  ),
  tools(
    'S-278',
    'web/JobHistory.tsx',
    '      toastError(sentenceOf(problem))\n',
    '      void [toastError, sentenceOf, problem]\n',
  ),
]

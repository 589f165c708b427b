import { type Mutation, mutationsOf } from './mutation.ts'

const bulk = mutationsOf('src/features/exports', 'tests/journeys/exports.test.ts')
const queueTable = mutationsOf('src/kit/web', 'tests/journeys/exports.test.ts')
const exported = mutationsOf('src/features/exports', 'src/features/exports/server/exports.db.test.ts')
const emailed = mutationsOf('src/kit/server', 'src/features/exports/server/exports.db.test.ts')
const parquet = mutationsOf('src/features/exports', 'src/features/exports/server/parquet-file.test.ts')
const queued = mutationsOf('src/features/exports', 'src/features/exports/server/queue.db.test.ts')
const domains = mutationsOf('src/features/exports', 'src/features/exports/server/domain-download.db.test.ts')
const domainScreen = mutationsOf('src/features/exports', 'tests/journeys/domain-download.test.ts')
const choicesDb = mutationsOf('src/features/exports', 'src/features/exports/server/choices.db.test.ts')
const duplicates = mutationsOf('src/features/duplicate-check', 'tests/journeys/duplicate-check.test.ts')
const items = mutationsOf('src/features/duplicate-check', 'src/features/duplicate-check/web/result-items.test.ts')
const compared = mutationsOf(
  'src/features/duplicate-check',
  'src/features/duplicate-check/server/check-duplicates.db.test.ts',
)

/** Every row of bulk-download, domain-download and duplicate-check. */
export const downloads: readonly Mutation[] = [
  // Bulk Data Download
  bulk('S-060', 'web/texts.ts', "actionDate: 'Last action Date'", "actionDate: 'Date'"),
  bulk(
    'S-060',
    'web/BulkFields.tsx',
    '<TextInput label={texts.email} value={email} readOnly />',
    '<TextInput label={texts.email} defaultValue={email} />',
  ),
  bulk('S-060', 'web/BulkFields.tsx', 'label="Platform"', 'label="Kind"'),
  bulk(
    'S-061',
    'web/use-bulk-download.ts',
    'if (added === allBrands) return [allBrands]',
    'if (added === allBrands) return after',
  ),
  bulk('S-061', 'web/use-bulk-download.ts', 'after.filter((one) => one !== allBrands)', 'after'),
  bulk(
    'S-062',
    'rules.ts',
    "platform === 'e-commerce' ? choiceNames : ['status', 'actionDate']",
    "(platform, ['status', 'actionDate'])",
  ),
  bulk(
    'S-062',
    'rules.ts',
    "platform === 'e-commerce' ? choiceNames : ['status', 'actionDate']",
    '(platform, choiceNames)',
  ),
  bulk('S-063', 'web/use-bulk-download.ts', "if (query) setStep('password')", "if (query) void count('')"),
  bulk('S-063', 'web/BulkDialogs.tsx', 'sum + noOfDocument, 0)', 'sum + noOfDocument, 1)'),
  bulk('S-063', 'web/BulkDialogs.tsx', '<Table.Td>{brandName}</Table.Td>', '<Table.Td>-</Table.Td>'),
  bulk('S-064', 'web/BulkDownloadScreen.tsx', '    { head: heads.username, cell: ({ username }) => username },\n', ''),
  bulk(
    'S-064',
    'web/BulkDownloadScreen.tsx',
    '<ShownRange text={dateRange} />',
    '<ShownRange text={dateRange.slice(13)} />',
  ),
  bulk(
    'S-064',
    'web/BulkDownloadScreen.tsx',
    'cell: ({ numOfRecords }) => countText(numOfRecords)',
    'cell: ({ numOfRecords }) => countText(numOfRecords - numOfRecords)',
  ),
  bulk('S-065', 'web/BulkDownloadScreen.tsx', "perPage: '10'", "perPage: '25'"),
  queueTable(
    'S-065',
    'QueueTable.tsx',
    'query.hasNextPage && !query.isFetchingNextPage ? (',
    'query.hasNextPage && !query.isFetchingNextPage && !queue ? (',
  ),
  queueTable('S-065', 'QueueTable.tsx', '<div ref={end}', '<div'),
  queued('S-111', 'server/queue.ts', 'DateCreated: one.createdAt', "DateCreated: ''"),
  queued('S-111', 'server/queue.ts', '`${showDay(one.startDate)} - ${showDay(one.endDate)}`', 'showDay(one.startDate)'),
  exported(
    'S-131',
    'server/bulk-request.ts',
    'if (records === 0) throw new Problem(422, messages.noRecords)\n',
    'if (records > 0) return { message: messages.queued, id: newId() }\n',
  ),
  bulk(
    'S-131',
    'web/use-bulk-download.ts',
    "return call(bulkQueue.request, body, { headers: { 'x-action-grant': grant } })",
    "void [body, grant]\n  return Promise.resolve({ message: 'The download is queued and will be repeated.' })",
  ),
  bulk(
    'S-160',
    'web/use-bulk-download.ts',
    'if (!company || brand.length === 0 || !platform) return undefined',
    'if (!platform) return undefined',
  ),
  bulk('S-160', 'web/use-bulk-download.ts', 'brand.length === 0 || !platform', '!platform'),
  exported('S-161', '../action-passwords/messages.ts', "'Incorrect password'", "'Wrong password'"),
  bulk('S-161', '../action-passwords/web/PasswordDialog.tsx', 'error={problem}', 'error={undefined}'),
  bulk('S-162', 'messages.ts', "'No records found!'", "'Nothing found'"),
  bulk('S-162', 'web/use-bulk-download.ts', 'if (isEmpty) toastError(messages.noRecords)', 'void messages.noRecords'),
  exported('S-162', 'server/bulk-request.ts', 'if (records === 0) throw', 'if (records < 0) throw'),
  exported('S-163', 'server/routes.ts', "      requireGrant(app, request, session, 'bulk-download')\n", ''),
  exported(
    'S-163',
    'server/routes.ts',
    "      requireGrant(app, request, session, 'report' in input ? input.report : 'bulk-download')\n",
    '',
  ),
  exported(
    'S-161 S-163',
    '../action-passwords/server/action-passwords.ts',
    'if (!succeeded) await logSignInEvent',
    'if (succeeded) await logSignInEvent',
  ),
  exported('what out', 'server/queue.ts', 'files, again: true', 'files, again: false'),
  exported('what out', 'server/queue.ts', "choices: choices as TakenOut['choices']", 'choices: {}'),
  parquet('groups of at most', 'server/parquet-file.ts', 'rows === maxGroupRows || ', ''),
  parquet('holds the rows of all parts', 'server/parquet-file.ts', "split('\\n')", 'split(/[\\n\\u2028]/)'),
  parquet('long cells', 'server/parquet-file.ts', ' || length >= maxGroupLength', ''),
  exported('S-220', 'server/choice-queries.ts', ' and f.reason_code = r.code', ''),
  exported(
    'S-221',
    'server/choice-queries.ts',
    'select status as value, n from ${countedFindings(scope, range)} k',
    'select status as value, n from ${countedFindings(scope)} k',
  ),
  exported(
    'S-222',
    'server/choice-queries.ts',
    'sellerKind : actionDateKind(scope.platform)',
    'sellerKind : sellerKind',
  ),
  exported('S-223', 'server/choice-queries.ts', "name === 'seller' ? sellerKind", "name === 'seller' ? 'site'"),
  exported('S-224', 'server/bulk-request.ts', 'noOfDocument: counts.get(id) ?? 0', 'noOfDocument: counts.get(id) ?? 1'),
  exported('S-224', 'server/bulk-request.ts', '    companyName,\n    result', "    companyName: '',\n    result"),
  exported(
    'S-224',
    'server/bulk-request.ts',
    'countsByBrand(db, scope, range, status)',
    'countsByBrand(db, scope, range, [])',
  ),
  exported(
    'S-225',
    'server/bulk-request.ts',
    '    choices: choicesIn(input),\n    domains',
    '    choices: {},\n    domains',
  ),
  queued('S-227', 'server/queue.ts', '(page - 1) * size', '0'),
  queued('S-227', 'server/queries.ts', 'order by e.id desc limit', 'order by e.id limit'),
  bulk('S-266', 'web/texts.ts', "failed: 'An error occurred'", "failed: 'It failed'"),
  bulk('S-266', 'web/use-bulk-download.ts', '      toastError(sentence(problem))\n      close()', '      close()'),
  bulk('S-291', 'web/use-bulk-download.ts', 'startDate: businessToday(), endDate', "startDate: '2026-01-01', endDate"),
  exported('S-297', 'server/make-files.ts', 'if (to) await enqueueEmail', 'if (!to) await enqueueEmail'),
  emailed('S-297', 'emailed-files.ts', '24 * linkDays', '0'),

  bulk('S-223', 'web/BulkFields.tsx', '{ ...query, [name]: [] }', '{ ...query, ...noChoices }'),
  choicesDb(
    'S-220 S-221 S-222 S-223',
    'server/choices.ts',
    'if (Object.keys(others).length === 0) return',
    'if (Object.keys(others).length >= 0) return',
  ),
  choicesDb(
    'S-222',
    '../findings/server/value-counters.ts',
    '`acted-${platform}`',
    "`acted-${platform && 'e-commerce'}`",
  ),

  // Domain Data Download
  domainScreen(
    'S-066',
    'web/DomainDownloadScreen.tsx',
    '<TextInput label={texts.email} value={email} readOnly />',
    '<TextInput label={texts.email} />',
  ),
  domainScreen('S-066', 'web/DomainDownloadScreen.tsx', 'else change(text)', 'else change(text.slice(0, 4))'),
  domainScreen(
    'S-066',
    'web/DomainDownloadScreen.tsx',
    'onChange={(event) => change(event.currentTarget.value)}',
    'readOnly',
  ),
  domainScreen('S-067', 'web/DomainDownloadScreen.tsx', '    { head: heads.email, cell: ({ email }) => email },\n', ''),
  domainScreen('S-067', 'web/DomainDownloadScreen.tsx', "perPage: '10'", "perPage: '15'"),
  domains('S-112', 'server/queue.ts', '    email: one.email,\n', "    email: '',\n"),
  domains('S-112', 'server/queue.ts', '    createdAt: one.createdAt,\n', "    createdAt: '',\n"),
  domainScreen(
    'S-164',
    'web/DomainDownloadScreen.tsx',
    'if (text === undefined) toastError(refusal)',
    'if (text === undefined) return',
  ),
  domains(
    'S-229',
    'server/domain-request.ts',
    '    domains,\n    format',
    '    domains: domains.slice(1),\n    format',
  ),
  domains(
    'S-229',
    'server/domain-request.ts',
    '    startDate,\n    endDate,\n    choices',
    "    startDate: '2000-01-01',\n    endDate,\n    choices",
  ),
  domains('S-230', 'server/queue.ts', "{ kind: 'domain', window }", "{ kind: 'bulk', window }"),
  domainScreen(
    'S-267',
    'web/DomainDownloadScreen.tsx',
    'problem instanceof CallFailed ? problem.message : texts.failed',
    '(CallFailed, problem, texts.failed)',
  ),
  domains(
    'S-267',
    'server/domain-request.ts',
    'if (domains.length > maxDomains) throw',
    'if (domains.length > 9 * maxDomains) throw',
  ),
  domains('S-298', 'server/make-files.ts', 'if (to) await enqueueEmail', 'if (!to) await enqueueEmail'),
  domains('S-298', 'server/sources.ts', 'if (found?.inRange) return []', 'if (found) return []'),

  // Duplicate Check
  duplicates('S-083', 'web/texts.ts', "title: 'Duplicate Check'", "title: 'Duplicates'"),
  duplicates(
    'S-083',
    'rules.ts',
    "FindingPlatform[] = ['e-commerce']",
    "FindingPlatform[] = ['e-commerce', 'website']",
  ),
  duplicates('S-083', 'web/DuplicateCheckScreen.tsx', '            {texts.file}\n', '            {texts.title}\n'),
  duplicates('S-083', 'web/texts.ts', "content: 'Paste .txt Content'", "content: 'Content'"),
  duplicates('S-084', 'web/ResultPanel.tsx', 'copyText(text(), texts.notCopied)', "copyText('', texts.notCopied)"),
  duplicates(
    'S-084',
    'web/ResultPanel.tsx',
    '            {texts.lineCount(items.length)}\n',
    '            {texts.lineCount(0)}\n',
  ),
  duplicates(
    'S-084',
    'web/DuplicateCheckScreen.tsx',
    'items={duplicateItems(result, scope)}',
    'items={duplicateItems(result, scope).slice(1)}',
  ),
  duplicates('S-084', 'web/result-items.ts', '.identity}`]: finding.url', '.identity}`]: url'),
  items('S-084', 'web/result-items.ts', 'spellings = [url, finding?.url,', 'spellings = [url, undefined,'),
  items('S-084', 'web/result-items.ts', 'urlOfLine[firstLine - 1]', 'urlOfLine[firstLine]'),
  compared('S-121', 'server/queries.ts', 'f.status, ${url})', 'f.status, f.id)'),
  compared('S-121', 'server/compare-lines.ts', 'result.duplicateUrls.push(url)', 'result.uniqueUrls.push(url)'),
  compared('S-121', 'server/compare-lines.ts', 'result.uniqueUrls.push(url)', 'result.uniqueUrls.push(compared)'),
  duplicates('S-186', 'web/use-duplicate-check.ts', "if (!scope.companyId) return refuse('company')\n", ''),
  duplicates('S-187', 'web/use-duplicate-check.ts', "if (lines.length === 0) return refuse('content')\n", ''),
  duplicates('S-188', 'web/use-duplicate-check.ts', "if (!scope.platform) return refuse('platform')\n", ''),
  duplicates('S-186', 'web/use-duplicate-check.ts', '    toastError(texts.missing[field])\n', ''),
  duplicates('S-189', 'web/texts.ts', 'highlightMilliseconds = 4000', 'highlightMilliseconds = 40_000'),
  compared('S-239', 'server/compare-lines.ts', 'if (firstLine !== undefined || found) {', 'if (found) {'),
  compared('S-239', 'server/compare-lines.ts', 'const key = identity ?? compared', 'const key = url'),
  compared('S-239', 'server/check-duplicates.ts', 'brandIds: Object.keys(brandNames)', 'brandIds: []'),
  duplicates('G92', 'messages.ts', 'lines.length > maxLines', 'lines.length > maxLines + 1'),
  duplicates('G92', 'web/use-duplicate-check.ts', 'if (takes(text)) changeContent', 'changeContent'),
  duplicates('G92', 'web/use-duplicate-check.ts', 'if (problem !== undefined) return toastError(problem)\n', ''),
  duplicates(
    'S-282',
    'web/use-duplicate-check.ts',
    'onError: (problem) => toastError(problem instanceof CallFailed ? problem.message : texts.unreachable),',
    'onError: (problem) => void [problem, toastError, CallFailed, texts],',
  ),
]

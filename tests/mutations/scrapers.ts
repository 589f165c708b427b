import { type Mutation, mutationsOf } from './mutation.ts'

const lists = mutationsOf('src/features/scrapers', 'tests/journeys/scrapers.test.ts')
const listCalls = mutationsOf('src/features/scrapers', 'src/features/scrapers/server/read-pages.db.test.ts')
const sheets = mutationsOf('src/features/scrapers', 'tests/journeys/scraper-sheets.test.ts')
const sheetCalls = mutationsOf('src/features/scrapers', 'src/features/scrapers/server/refresh-sheet.db.test.ts')
const reports = mutationsOf('src/features/trademark-reports', 'tests/journeys/scraper-sheets.test.ts')
const reportCalls = mutationsOf(
  'src/features/trademark-reports',
  'src/features/trademark-reports/server/reports.db.test.ts',
)

/** Every row of scrapper-1-2, scrapper-3-4 and report-enforcement. */
export const scrapers: readonly Mutation[] = [
  // Scrapper 1 and 2
  lists('S-085', 'web/texts.ts', "emailId: 'Email Id'", "emailId: 'Mail'"),
  lists('S-085', 'web/ListScreens.tsx', 'label={texts.filename}', 'label={texts.file}'),
  lists(
    'S-086',
    'web/texts.ts',
    "'fileName', 'Platform', 'No of Records', 'Status'",
    "'Platform', 'fileName', 'No of Records', 'Status'",
  ),
  lists('S-087', 'web/ListScreens.tsx', '        end={texts.end}\n', ''),
  lists(
    'is paused',
    '../tool-jobs/web/JobTools.tsx',
    'button(texts.resume, calls.resume)',
    'button(texts.resume, calls.pause)',
  ),
  lists('is paused', '../tool-jobs/server/queries.ts', "and state = 'Waiting' and row >", 'and row >'),
  listCalls('S-115', 'server/queue-lists.ts', 'receiverEmail: stored.email', "receiverEmail: ''"),
  listCalls('S-133', '../tool-jobs/rules.ts', "Completed: 'processed'", "Completed: 'done'"),
  listCalls(
    'S-134',
    'server/queue-lists.ts',
    'if (job.userId !== session.userId) throw new Problem(403, messages.notReceiver)\n',
    '',
  ),
  lists(
    'S-134',
    'web/ListScreens.tsx',
    'refused={refusedDeletion(job, job.receiverEmail === email)}',
    'refused={undefined}',
  ),
  lists('S-170', 'web/ListScreens.tsx', '    ...(platform === null ? { platform: messages.chooseOption } : {}),\n', ''),
  lists('S-171', 'web/ListScreens.tsx', 'data={platforms.map(', 'data={platforms.slice(1).map('),
  listCalls('S-231', 'messages.ts', "'address has', 'addresses have')} been queued`", "'address')}`"),
  listCalls('S-232', 'server/queue-lists.ts', 'pageOf(records, page, size, total)', 'pageOf([], page, size, total)'),
  listCalls('S-233', 'server/queue-lists.ts', '  await removeToolJob(db, job)\n', '  void removeToolJob\n'),
  lists('S-274', 'web/ListScreens.tsx', '      toastSuccess(message)\n', '      void [toastSuccess, message]\n'),
  lists(
    'S-275',
    '../../kit/web/confirm-delete.tsx',
    'Are you sure you want to permanently remove this item?',
    'Remove it?',
  ),
  listCalls('S-292', 'server/routes.ts', 'lane: input.serverId', "lane: '1'"),
  listCalls('S-295', 'server/read-pages.ts', '    records: [cells],\n', '    records: [],\n'),
  lists('S-300', 'web/JobCells.tsx', "processed: '#2e7d32'", "processed: '#c62828'"),
  lists('S-300', 'web/JobCells.tsx', "otherColour = '#f9a825'", "otherColour = '#c62828'"),

  // Scrapper 3 and 4
  sheets('S-088', 'web/texts.ts', "sync: 'Sync'", "sync: 'Reload'"),
  sheets(
    'S-088',
    'web/SheetScreens.tsx',
    "<TextInput label={texts.email} value={email} readOnly error={errors['email']} />",
    "<TextInput label={texts.email} defaultValue={email} error={errors['email']} />",
  ),
  sheets('S-089', 'web/texts.ts', "sheetHeads: ['Date Added', 'Username',", "sheetHeads: ['Username', 'Date Added',"),
  sheets(
    'S-090',
    'web/texts.ts',
    'lastUpdated: (time: string) => `Last updated ${time}`',
    'lastUpdated: (time: string) => `At ${time}`',
  ),
  sheets(
    'S-090',
    'web/SheetScreens.tsx',
    '            {texts.total(total)}\n',
    '            {texts.total(total - total)}\n',
  ),
  sheets('S-091', 'web/texts.ts', "noRecords: 'No records available'", "noRecords: 'Nothing'"),
  sheetCalls(
    'S-116',
    'server/queue-lists.ts',
    'return { result: true as const, total, page, totalPages, data,',
    'return { result: true as const, total, page, totalPages: totalPages + 1, data,',
  ),
  sheets('S-135', 'web/SheetScreens.tsx', "isInert={lane === '3'}", "isInert={lane === '4'}"),
  sheets('S-136', 'web/JobCells.tsx', "processing: '#1565c0'", "processing: '#f9a825'"),
  sheets('S-172', 'web/SheetScreens.tsx', 'toastError(messages.fillAll)', 'void messages.fillAll'),
  sheets('S-172', 'web/SheetScreens.tsx', "    ...(filename.trim() === '' ? { filename: requiredField } : {}),\n", ''),
  sheets(
    'S-173',
    'web/SheetScreens.tsx',
    '  if (!/\\.xlsx?$/i.test(file.name)) return { file: messages.notExcel }\n',
    '',
  ),
  sheets(
    'S-174',
    'web/SheetScreens.tsx',
    'return file.size > maxSheetBytes ? { file: messages.tooLarge } : {}',
    'return file.size > 9 * maxSheetBytes ? { file: messages.tooLarge } : {}',
  ),
  sheetCalls('S-174', 'rules.ts', 'maxSheetBytes = 5 * 1024 * 1024', 'maxSheetBytes = 6 * 1024 * 1024'),
  sheets('S-175', 'web/SheetScreens.tsx', 'data={refreshPlatforms.map(', 'data={refreshPlatforms.slice(1).map('),
  sheetCalls('S-234', 'server/queue-lists.ts', 'total, page, totalPages, data,', 'total, page, data,'),
  sheetCalls('S-235', 'messages.ts', "added: 'New Entries added!'", "added: 'Added'"),
  sheetCalls(
    'S-236',
    'server/queue-lists.ts',
    'await removeToolJob(db, await lockedJob(db, id, [kindOfLane[lane]]))',
    'await lockedJob(db, id, [kindOfLane[lane]])',
  ),
  sheets('S-269', 'web/texts.ts', "emailFailed: 'Failed to fetch email'", "emailFailed: 'No email'"),
  sheets(
    'S-270',
    'web/SheetScreens.tsx',
    'toastError(problem instanceof CallFailed ? sentenceOf(problem) : texts.uploadFailed)',
    'void [problem, sentenceOf, CallFailed]',
  ),
  sheets('S-271', 'web/SheetScreens.tsx', '      toastError(texts.deleteFailed, { cause: problem })\n', ''),
  sheets(
    'S-271',
    'web/SheetScreens.tsx',
    'if (!signal.aborted) toastError(texts.listFailed, { cause: problem })\n',
    '',
  ),
  sheets('S-272', 'web/SheetScreens.tsx', '      toastSuccess(message)\n', '      void message\n'),
  sheets('S-273', 'web/texts.ts', 'deleteText: "You won\'t be able to revert this!"', "deleteText: 'Really?'"),
  sheetCalls(
    'S-296',
    'server/refresh-sheet.ts',
    "return resultOf({ online: 'Yes', checkedAt, note: '', values })",
    "return resultOf({ online: 'Yes', checkedAt, note: '', values: {} })",
  ),
  sheetCalls('S-301', 'server/queue-lists.ts', 'fileName: stored.name', "fileName: ''"),
  sheetCalls(
    'S-302',
    '../tool-jobs/server/job-actions.ts',
    'throw new Problem(409, messages.alreadyProcessing)',
    'return',
  ),

  // Report Enforcement
  reports('S-078', 'web/texts.ts', "listTitle: 'Recent Reports'", "listTitle: 'Reports'"),
  reports(
    'S-079',
    'web/texts.ts',
    "heads: ['Date & Time', 'Company > Brand',",
    "heads: ['Company > Brand', 'Date & Time',",
  ),
  reports('S-079', 'web/ReportScreen.tsx', '            href={row.screenShotURL}\n', '            href="/"\n'),
  reports('S-080', 'web/texts.ts', "more: 'Load More Records'", "more: 'More'"),
  reports('S-080', 'web/texts.ts', "none: 'No records found'", "none: 'None'"),
  reports('S-081', 'web/ReportForm.tsx', 'disabled={company === undefined}', 'disabled={false}'),
  reports('S-082', 'rules.ts', "    .filter((line) => line !== '')", "    .filter((line) => line !== ' ')"),
  reportCalls(
    'S-118',
    'server/submit-report.ts',
    'options: { type: type.toLowerCase(), links }',
    'options: { type: type.toLowerCase(), links: links.slice(1) }',
  ),
  reportCalls(
    'S-119',
    'server/submit-report.ts',
    'screenShotURL: picture ? linkTo(app, session, picture.key) : null',
    'screenShotURL: null',
  ),
  reports(
    'S-138',
    'web/ReportScreen.tsx',
    "status === 'processed' ? '#2e7d32' : '#f9a825'",
    "status === 'processed' ? '#f9a825' : '#2e7d32'",
  ),
  reports('S-182', 'web/ReportForm.tsx', "    [website === null, 'website', 'Website'],\n", ''),
  reports('S-182', 'web/ReportForm.tsx', "    [linesOf(links).length === 0, 'infringingMaterial', 'Links'],\n", ''),
  reports('S-183', 'rules.ts', "Pinterest: ['pin', 'board', 'profile']", "Pinterest: ['pin', 'board']"),
  reportCalls(
    'S-184',
    'rules.ts',
    "['Video', 'Channel', 'Video and Channel', 'Other']",
    "['Video', 'Channel', 'Other']",
  ),
  reports(
    'S-185',
    'rules.ts',
    "availableWebsites: readonly Website[] = ['Pinterest']",
    "availableWebsites: readonly Website[] = ['Pinterest', 'Youtube']",
  ),
  reports(
    'S-185',
    'rules.ts',
    "availablePlatforms: readonly FindingPlatform[] = ['social-media']",
    "availablePlatforms: readonly FindingPlatform[] = ['social-media', 'website']",
  ),
  reportCalls('S-237', 'messages.ts', "submitted: 'Form submitted successfully!'", "submitted: 'Submitted'"),
  reportCalls(
    'S-238',
    'server/submit-report.ts',
    '    totalPages,\n    data,',
    '    totalPages: totalPages + 1,\n    data,',
  ),
  reports('S-279', 'web/ReportForm.tsx', '      toastError(texts.submitFailed, { cause: problem })\n', ''),
  reports(
    'S-280',
    'web/ReportScreen.tsx',
    'if (!signal.aborted) toastError(texts.listFailed, { cause: problem })\n',
    '',
  ),
  reports('S-280', 'web/texts.ts', "emailFailed: 'Failed to load your email ID'", "emailFailed: 'No email'"),
  reports(
    'S-281',
    'web/ReportForm.tsx',
    'if (brands.error) toastError(texts.brandsFailed, { cause: brands.error })',
    'void brands.error',
  ),
  reports(
    'S-281',
    'web/ReportForm.tsx',
    'if (!signal.aborted) toastError(texts.companiesFailed, { cause: problem })\n',
    '',
  ),
  reportCalls(
    'S-305',
    'server/run-report.ts',
    'writeFiles: (lines) => storedFiles(app, lines)',
    'writeFiles: () => Promise.resolve([])',
  ),
]

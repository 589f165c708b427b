import { type Mutation, mutationsOf } from './mutation.ts'

const staging = mutationsOf('src/features/staging', 'tests/journeys/staging.test.ts')
const review = mutationsOf('src/features/staging', 'tests/journeys/review.test.ts')
const large = mutationsOf('src/features/staging', 'tests/journeys/staging-large.test.ts')
const drafts = mutationsOf('src/features/staging', 'src/features/staging/server/staging.db.test.ts')
const submits = mutationsOf('src/features/staging', 'src/features/staging/server/submit-draft.db.test.ts')

/** Every row of staging. */
export const stagingMutations: readonly Mutation[] = [
  // Staging
  staging('S-053', 'web/StagingScreen.tsx', '      label={texts.draft}\n', '      label="Sheet"\n'),
  staging('S-053', 'web/StagingScreen.tsx', 'disabled={isOff}', 'disabled'),
  staging('S-054', 'web/DraftSheet.tsx', 'names={platform.staged}', 'names={platform.staged.slice(0, -1)}'),
  drafts('S-054', '../../platforms/platform.ts', "staged: ['image', 'status', ...", "staged: ['status', 'image', ..."),
  staging('S-055', 'rules.ts', 'rowsPerAdd = 5', 'rowsPerAdd = 4'),
  staging('S-056', 'web/RowButtons.tsx', '        data-remove={index}\n', '        hidden\n'),
  staging('S-056', 'web/RowButtons.tsx', 'onClick={onSave}', 'onClick={() => void onSave}'),
  staging('S-057', 'rules.ts', 'stagedStatuses = clientStatuses', 'stagedStatuses = clientStatuses.slice(1)'),
  drafts('S-057', 'rules.ts', 'defaultStatus = awaitingApproval', "defaultStatus = '22'"),
  staging(
    'S-057',
    'web/RowButtons.tsx',
    'if (files.length > 0) onPicture(files)',
    'if (files.length > 9) onPicture(files)',
  ),
  staging('S-058', 'web/DraftSheet.tsx', '        {texts.submit}\n', '        {texts.saveAll}\n'),
  staging(
    'S-058',
    'web/use-submission.ts',
    'inTurn(() => call(staging.submit, { draftId, ...scope }))',
    'Promise.resolve({ batch: draftId, message: "Draft submitted successfully." } as never)',
  ),
  review('S-059', 'web/ReviewScreen.tsx', 'isReadOnly: true', 'isReadOnly: false'),
  review('S-059', 'web/ReviewScreen.tsx', "savedBy: column(texts.columnSavedBy, 'text'),\n", ''),
  review(
    'S-059',
    'web/ReviewScreen.tsx',
    'void review.fetchRows({ company, brand, platform } as CallScope, draftId)',
    'void [company, brand, platform]',
  ),
  drafts('S-109', 'server/drafts.ts', '`${brandName}_${platform.value}_', '`${platform.value}_'),
  drafts('S-109', 'server/drafts.ts', 'return { _id: id, fileName }\n  }', 'return { _id: id } as never\n  }'),
  drafts(
    'S-110',
    'rules.ts',
    "const extras = ['imageUrl', 's3BucketName', 's3FullImagePath', 'updated']",
    "const extras = ['imageUrl']",
  ),
  staging('S-128 S-129', 'web/StagingScreen.tsx', 'isNew: false, fileName })', 'isNew: false })'),
  staging('S-128', 'web/use-saving.ts', 'if (!isBegun.current) {', 'if (false as boolean) {'),
  staging('S-129', 'web/save-queue.ts', 'version === undefined\n', 'version !== -1\n'),
  drafts(
    'S-129',
    'server/queries.ts',
    'not is_removed`,\n  )\n  return found?.id',
    'is_removed`,\n  )\n  return found?.id',
  ),
  staging(
    'S-058 S-130',
    'web/use-submission.ts',
    'setUnanswered(isWithoutAnswer(error) || (isUnanswered && !report))',
    'void isUnanswered',
  ),
  staging(
    'S-058 S-130',
    'web/use-submission.ts',
    'isWithoutAnswer(error) ? texts.unanswered : texts',
    'isWithoutAnswer(undefined) ? texts.unanswered : texts',
  ),
  large('20,001', 'web/save-queue.ts', 'unsaved.filter((row) => fitsDraft(platform, row as Cells))', '[...unsaved]'),
  large('20,001', '../../kit/web/EditableGrid-row.tsx', 'shownCharacters = 1000', 'shownCharacters = 1e9'),
  large('20,001', 'web/use-loaded-rows.ts', '(waiting.current ??= inTurn', '(waiting.current = inTurn'),
  large('S-128', 'web/StagingScreen.tsx', 'const id = known ?? v7()', 'const id = v7() || known'),
  staging('S-130', 'messages.ts', "'Draft submitted successfully.'", "'Draft submitted.'"),
  staging('S-130', 'web/StagingScreen.tsx', 'open(scope)\n            reload()', 'reload()'),
  drafts(
    'S-212',
    'server/queries.ts',
    'd.brand_id = ${of.brandId} and d.platform = ${of.platform}\n          and (d',
    'd.platform = ${of.platform}\n          and (d',
  ),
  drafts('S-212', 'server/queries.ts', 'and d.platform = ${of.platform}\n          and (d', 'and (d'),
  drafts('S-213', 'server/read-draft.ts', ',"data":${own}}`', ',"data":{}}`'),
  drafts(
    'S-214',
    'server/drafts.ts',
    'if (await queries.insertDraft(db, { id, companyId',
    'if (await queries.insertDraft(db, { id: newId(), companyId',
  ),
  drafts(
    'S-215',
    'server/routes.ts',
    '{ rows: [{ _id, sn, version, data }] }',
    '{ rows: [{ _id, sn, version, data: { status: data["status"] ?? "33", url: "x" } }] }',
  ),
  drafts(
    'S-216',
    'server/routes.ts',
    '{ rows: [{ _id, version, data }], lastWins: true }',
    '{ rows: [{ _id, data }], lastWins: true }',
  ),
  drafts(
    'S-217',
    'server/routes.ts',
    '{ rows: [], removed: [{ _id: input.id }], lastWins: true }',
    '{ rows: [], removed: [], lastWins: true }',
  ),
  submits(
    'S-218',
    'server/submit-draft.ts',
    'await closeDraft(db, { id: draftId, userId: session.userId, batch })',
    'void closeDraft',
  ),
  drafts('S-219', 'server/open-draft.ts', 'company !== companyId && company !== brandId', 'company !== companyId'),
  drafts(
    'S-219',
    'server/open-draft.ts',
    "if (company !== companyId && company !== brandId) throw invalid({ company: isNotValid('Company') })",
    'void company',
  ),
  staging(
    'S-283',
    'web/use-saving.ts',
    'console.warn(error)\n        if',
    "document.body.insertAdjacentHTML('beforeend', '<p role=alert>No</p>')\n        if",
  ),
  staging(
    'S-283',
    'web/use-saving.ts',
    'const timer = setInterval(retry, retryMs)',
    'const timer = setInterval(() => undefined, retryMs)',
  ),
  submits('S-306', 'server/submit-draft.ts', 'reportingDate: deps.today()', "reportingDate: '2026-01-01'"),
  staging(
    'S-306',
    'web/use-submission.ts',
    "grid.change({ kind: 'refused', refusals: refusalsBySn(platform, report, latest().rows) })",
    'void refusalsBySn',
  ),
  review('S-307', 'web/use-review.ts', '    savedBy,\n    savedAt,', "    savedBy: '',\n    savedAt,"),
  drafts('S-307', 'server/queries.ts', "'savedBy', ${nameOf(sql`u`)},", "'savedBy', '',"),
  drafts('S-307', 'server/queries.ts', "to_char(r.saved_at, 'YYYY-MM-DD", "to_char(u.created_at, 'YYYY-MM-DD"),
]

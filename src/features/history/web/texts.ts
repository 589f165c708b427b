import type { TakenOut } from '#features/exports/contract-schemas.ts'
import { type ChoiceName, choiceNames, type ExportFormat } from '#features/exports/rules.ts'
import type { DataRecord, LogRecord } from '#features/history/contract.ts'
import { dataLogVerb } from '#features/history/messages.ts'
import { showDay } from '#vocabulary/dates.ts'
import { firstNames } from '#vocabulary/names.ts'
import { counted, countText } from '#vocabulary/numbers.ts'
import { approved, statusDisplay } from '#vocabulary/statuses.ts'

/** Texts of the two log screens. Exact where the specification gives them; the others are ours. */
export const texts = {
  logTitle: 'Log Search',
  dataLogTitle: 'Data Logs',
  fetch: 'Fetch Log',
  reset: 'Reset',
  more: 'Load more',
  nothing: 'No changes of status',
  nothingHint: 'No change in these days matches the filters. Change the dates or reset the filters.',
  noData: 'Nothing has been added, updated, deleted or exported yet',
  noDataHint: 'Uploads, edits, deletions and exports are listed here as they happen.',
  type: 'Type',
  model: 'Kind of record',
  person: 'Person',
  subject: 'Subject',
  from: 'From',
  to: 'To',
  field: 'Field',
  before: 'Before',
  after: 'After',
  /** A field without a value. */
  blank: '–',
  fieldsChanged: (count: number) => (count === 1 ? '1 field changed' : `${countText(count)} fields changed`),
  allBrandsOf: (company: string) => `${company}, all brands`,
  domains: (count: number) => counted(count, 'domain'),
  choices: {
    reasonCode: 'reason code',
    seller: 'seller',
    status: 'status',
    actionDate: 'last action',
  } satisfies Record<ChoiceName, string>,
  formats: { xlsx: 'Excel', csv: 'CSV', parquet: 'Parquet' } satisfies Record<ExportFormat, string>,
  again: 'downloaded again',
  noneMatches: 'No change matches the filters',
  noneMatchesHint: 'Change or reset them. Older changes have no subject.',
  shown: (count: number, total: number | undefined, isCounting: boolean) =>
    total === undefined
      ? `Showing ${countText(count)}${isCounting ? ', counting all…' : ''}`
      : `Showing ${countText(count)} of ${countText(total)}`,
  newRows: 'New changes',
  moreRows: 'More rows',
  number: 'The number of all',
  findingTitle: 'Finding and its changes',
  findingGone: 'This finding has been deleted. Its history remains.',
  history: 'History',
  undo: 'Undo',
  automatic: 'Automatic',
  staff: 'Brand protection team',
  newRecord: 'New record',
} as const

/**
 * Who did what to how many records of a model, of an export also which records; unknown types read as Added (A-042,
 * A-043).
 */
export function sentenceOf({
  type,
  model,
  totalAffectedRecords: count,
  updatedBy,
  company,
  takenOut,
}: DataRecord): string {
  const name = `${updatedBy.firstName} ${updatedBy.lastName}`.trim() || 'System'
  const sentence = `${name} ${dataLogVerb(type)} ${count > 1 ? `${countText(count)} records` : 'a record'} (${model})`
  return takenOut ? `${sentence}: ${takenOutWords(company, takenOut)}` : sentence
}

/** Most names of a list that a sentence spells out. */
const maxNames = 5

function takenOutWords(
  company: string,
  { brands, allBrands, choices, domains, format, files, ...one }: TakenOut,
): string {
  const scope = allBrands
    ? texts.allBrandsOf(company)
    : company === ''
      ? ''
      : `${company}, ${firstNames(brands, maxNames)}`
  const chosen = choiceNames.flatMap((choice) => {
    const values = choices[choice] ?? []
    return values.length === 0 ? [] : [`${texts.choices[choice]} ${firstNames(values.map(shownAs[choice]), maxNames)}`]
  })
  const parts = [
    ...(scope === '' ? [] : [scope]),
    ...(domains === 0 ? [] : [texts.domains(domains)]),
    `${showDay(one.startDate)} – ${showDay(one.endDate)}`,
    ...chosen,
    `${texts.formats[format]} (${firstNames(files, maxNames)})`,
    ...(one.again ? [texts.again] : []),
  ]
  return parts.join('; ')
}

const shownAs: Readonly<Record<ChoiceName, (value: string) => string>> = {
  reasonCode: (code) => code,
  seller: (seller) => seller,
  status: (code) => statusDisplay(code).name,
  actionDate: showDay,
}

/** A username in the log's column, cut at 24 characters (A-040). */
export function cutUsername(username: string): string {
  return username.length > 24 ? `${username.slice(0, 24)}…` : username
}

/**
 * Where a status was changed (G106). Every decision over a list is logged as 'bulk-approve': one that is no approval has
 * its status beside that name.
 */
export const moduleText = ({ module, statusTo }: Pick<LogRecord, 'module' | 'statusTo'>): string =>
  module === 'bulk-approve' && statusTo !== approved ? `${module}: ${statusDisplay(statusTo).name}` : module

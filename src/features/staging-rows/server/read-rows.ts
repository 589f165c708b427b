import { facetColumns, maxFacetLength } from '#features/findings/server/facet-columns.ts'
import { copyText } from '#kit/server/copy-text.ts'
import type { Platform } from '#platforms/platform.ts'
import { normaliseDomain, normaliseLid } from '#vocabulary/addresses.ts'
import { type ArrayLiteral, arrayLiteral } from './array-literal.ts'
import { type Outline, type RowOutline, reportedCell } from './outline.ts'
import type { NamedPictures } from './queries.ts'
import type { Row, RowsHeader } from './read-header.ts'
import {
  commonStagedCells,
  ownReasons,
  readOneRow,
  type ReadRow,
  type RowRules,
  rowRules,
  type StatusOption,
} from './read-row.ts'
import { ownColumns } from './staged-columns.ts'

export type ParsedRows = DatabaseValues & {
  rows: number
  /** COPY text of the staged rows, in the order of `stagedColumns`. */
  staged: Uint8Array[]
  /** What the report needs of each row, as JSON bytes that the request thread does not parse. */
  outline: Uint8Array
  /** Whether any row is rejected before the database checks. */
  hasRefusedRows: boolean
  /** Fields that make the whole call a 422 (G42, G50, G52), with their message. */
  refusedFields: Record<string, string>
  /** Distinct brand names of the rows in lower case; the caller knows which is the chosen brand. */
  brandTexts: string[]
  facets: Facet[]
}

/** Values to check in the database; null when there are none. */
type DatabaseValues = {
  identities: ArrayLiteral | null
  /** Listing ids alone, for the index look-up, and with their sites, for the comparison. */
  lids: { ids: ArrayLiteral; pairs: ArrayLiteral } | null
  addresses: ArrayLiteral | null
  pictures: NamedPictures | null
}

/** How to read rows: as new findings or as edits of stored ones. */
export type ReadOptions = Pick<RowRules, 'isPartial' | 'needsImage'> &
  StatusOption & {
    idOf: (index: number) => string
    /** Additional staged cells, appended to the usual ones. */
    extraCells?: (cells: Row) => (string | number | null)[]
  }

/** Reads rows, each cell by its column. Runs in a worker thread; never throws. */
export function readRows(
  platform: Platform,
  { checkLids }: Pick<RowsHeader, 'checkLids'>,
  data: readonly Row[],
  options: ReadOptions,
): ParsedRows {
  const { isPartial, needsImage = true, statuses } = options
  const rules = rowRules(platform, { checkLids, isPartial, needsImage, statuses })
  const own = ownColumns(platform)
  const copy = copyText()
  const brands = new Set<string>()
  const databaseValues = collectDatabaseValues()
  const facets = collectFacets(platform)
  const outline: Outline = data.map((cells, index) => {
    const row = readOneRow(rules, cells)
    const id = options.idOf(index)
    if (row.brand !== undefined) brands.add(row.brand)
    facets.add(row)
    copy.add([
      ...commonStagedCells(row, cells, { index, id }),
      ...own.map((name) => row.values[name] ?? null),
      ...(options.extraCells?.(cells) ?? []),
    ])
    const reasons = [...ownReasons(rules, row, cells), ...databaseValues.add(row)]
    return { ...(options.isPartial && { id }), ...outlineOf(platform, row, cells, reasons) }
  })
  return {
    rows: data.length,
    staged: copy.end(),
    outline: new TextEncoder().encode(JSON.stringify(outline)),
    hasRefusedRows: outline.some((row) => row.problems !== undefined),
    refusedFields: fieldsOf(outline),
    brandTexts: [...brands],
    ...databaseValues.end(),
    facets: facets.end(),
  }
}

/** Columns whose invalid cells reject the call with 422 rather than 409. */
const fieldColumns = ['reasonCode', 'priority', 'status']

function fieldsOf(outline: Outline): Record<string, string> {
  const fields: Record<string, string> = {}
  for (const column of fieldColumns)
    for (const row of outline) {
      const cell = row.cells?.find((problem) => problem.column === column)
      if (cell) fields[column] ??= cell.message
    }
  return fields
}

function outlineOf(platform: Platform, row: ReadRow, cells: Row, reasons: string[]): RowOutline {
  const { compared, identity, brand, listing, problems } = row
  const isRefused = problems.length + reasons.length > 0
  return {
    sn: reportedCell(cells['sn'], 20),
    key: reportedCell(cells[platform.identity], 2048),
    image: reportedCell(cells['image'], 2048),
    compared,
    identity,
    ...(brand !== undefined && { brand }),
    ...listing,
    ...(problems.length > 0 && { cells: [...problems] }),
    ...(isRefused && { problems: reasons }),
  }
}

/** Collects what is checked in the database; `add` returns why a row is rejected because of the rows before it. */
function collectDatabaseValues(): { add: (row: ReadRow) => string[]; end: () => DatabaseValues } {
  const identities = new Set<string>()
  const addresses = new Set<string>()
  const pairs = new Set<string>()
  const lids = new Set<string>()
  const pictures = collectPictures()
  const add = ({ compared, identity, listing, picture, values }: ReadRow): string[] => {
    const reasons: string[] = []
    if (compared !== null && identity !== null) {
      if (identities.has(identity)) reasons.push('url')
      identities.add(identity)
      addresses.add(compared)
      addresses.add(normaliseDomain(compared))
    }
    if (listing) {
      if (pairs.has(listing.pair)) reasons.push('lid')
      pairs.add(listing.pair)
      lids.add(normaliseLid(listing.lid))
    }
    pictures.add(picture, values['image'])
    return reasons
  }
  const end = () => ({
    identities: arrayOrNull(identities),
    lids: lids.size === 0 ? null : { ids: arrayLiteral(lids), pairs: arrayLiteral(pairs) },
    addresses: arrayOrNull(addresses),
    pictures: pictures.end(),
  })
  return { add, end }
}

function collectPictures() {
  const given = new Set<string>()
  const names = new Set<string>()
  const keys = new Set<string>()
  return {
    add: (picture: ReadRow['picture'], image: unknown): void => {
      if (picture.kind !== 'stored') return
      if (picture.given !== null) given.add(picture.given)
      if (picture.name !== null) names.add(picture.name)
      if (typeof image === 'string') keys.add(image)
    },
    end: (): NamedPictures | null =>
      given.size + names.size === 0
        ? null
        : { given: arrayLiteral(given), names: arrayLiteral(names), keys: arrayLiteral(keys) },
  }
}

type Facet = [name: string, value: string]

/** Collects the distinct values that filter lists offer. */
function collectFacets(platform: Platform): { add: (row: ReadRow) => void; end: () => Facet[] } {
  const names = facetColumns(platform)
  const facets = new Map<string, Facet>()
  const add = ({ values }: ReadRow) => {
    for (const name of names) {
      const value = values[name]
      if (typeof value === 'string' && value.length <= maxFacetLength) facets.set(`${name}\n${value}`, [name, value])
    }
  }
  return { add, end: () => [...facets.values()] }
}

const arrayOrNull = (texts: ReadonlySet<string>) => (texts.size === 0 ? null : arrayLiteral(texts))

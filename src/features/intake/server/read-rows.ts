import { z } from 'zod'
import { type CellProblem, isEmpty, readCell, readRow } from '#columns/column.ts'
import { pictureName } from '#columns/sheet.ts'
import { identityKey } from '#features/findings/server/identity-key.ts'
import { facetColumns, maxFacetLength } from '#features/findings/server/facet-columns.ts'
import { invalidReasonCodeText } from '#features/intake/messages.ts'
import { comparedAddress } from '#platforms/compared-address.ts'
import type { Platform } from '#platforms/platform.ts'
import { normaliseDomain, normaliseLid } from '#vocabulary/addresses.ts'
import { priorityOfReason } from '#vocabulary/reason-codes.ts'
import { staffMaySet } from '#vocabulary/status-moves.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { copyText } from './copy-text.ts'
import { lidPair, type Outline, type RowOutline, reportedCell } from './outline.ts'
import type { Row, UploadHeader } from './read-header.ts'
import { ownColumns } from './staged-columns.ts'

export type ParsedRows = {
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
  /** Values to check in the database, as PostgreSQL array literals; null when there are none. */
  identities: string | null
  /** Listing ids alone, for the index look-up, and with their sites, for the comparison. */
  lids: { ids: string; pairs: string } | null
  addresses: string | null
  pictures: { given: string; names: string; keys: string } | null
  facets: [name: string, value: string][]
}

/** How to read rows: as new findings or as edits of stored ones. */
export type ReadOptions = {
  idOf: (index: number) => string
  /**
   * Reads and validates only the cells that the row has. Listing ids and removed pictures are then checked by the
   * caller, which knows the stored rows.
   */
  isPartial: boolean
  /** Additional staged cells, appended to the usual ones. */
  extraCells?: (cells: Row) => (string | number | null)[]
}

/** Whether a row has a cell for the column, even an empty one. */
export function isNamed(platform: Platform, cells: Row, name: string): boolean {
  const { inputAlias: alsoReadAs } = platform.columns[name]!
  return cells[name] !== undefined || (alsoReadAs !== undefined && cells[alsoReadAs] !== undefined)
}

/** Reads rows, each cell by its column. Runs in a worker thread; never throws. */
export function readRows(
  platform: Platform,
  header: Pick<UploadHeader, 'checkLids'>,
  data: readonly Row[],
  options: ReadOptions,
): ParsedRows {
  const reader = rowReader(platform, header, options)
  const outline: Outline = data.map((row, index) => reader.row(row, index))
  return {
    rows: data.length,
    staged: reader.copy.end(),
    outline: new TextEncoder().encode(JSON.stringify(outline)),
    hasRefusedRows: outline.some((row) => row.problems !== undefined),
    refusedFields: fieldsOf(outline),
    brandTexts: [...reader.brandTexts],
    ...reader.databaseChecks(),
    facets: [...reader.facets.values()],
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

function rowReader(platform: Platform, header: Pick<UploadHeader, 'checkLids'>, options: ReadOptions) {
  const names = [...platform.imported, ...platform.importedIfNamed].filter(
    (name) => !['brand', 'dateAdded', 'status'].includes(name),
  )
  const own = ownColumns(platform)
  const facetNames = facetColumns(platform)
  const seen = new Set<string>()
  const addresses = new Set<string>()
  const pairs = new Set<string>()
  const lids = new Set<string>()
  const copy = copyText()
  const brandTexts = new Set<string>()
  const facets = new Map<string, [string, string]>()
  const pictures = { given: new Set<string>(), names: new Set<string>(), keys: new Set<string>() }

  const row = (cells: Row, index: number): RowOutline => {
    const isPresent = (name: string) => !options.isPartial || isNamed(platform, cells, name)
    const { values, problems: unreadable } = readRow(
      platform.columns,
      options.isPartial ? names.filter(isPresent) : names,
      cells,
    )
    const address = values[platform.identity]
    const compared = typeof address === 'string' ? comparedAddress(platform, address) : null
    const identity = compared === null ? null : identityKey(platform, compared)
    const id = options.idOf(index)
    const rowOutline: RowOutline = {
      ...(options.isPartial && { id }),
      sn: reportedCell(cells['sn'], 20),
      key: reportedCell(cells[platform.identity], 2048),
      image: reportedCell(cells['image'], 2048),
      compared,
      identity,
    }
    const reasons: string[] = []
    const problems: CellProblem[] = unreadable.map((problem) =>
      problem.column === 'reasonCode' ? { ...problem, message: invalidReasonCodeText } : problem,
    )

    const read = readCell(platform.columns['status']!, cells['status'])
    const status = 'value' in read ? (read.value as string) : undefined
    if (status === undefined) {
      if (isPresent('status')) reasons.push('status')
    } else if (!staffMaySet(platform.value as FindingPlatform, status))
      problems.push({ column: 'status', message: `${platform.columns['status']!.label} is not valid` })

    const brand = cells['brand']
    if (!isEmpty(brand)) {
      rowOutline.brand =
        reportedCell(brand, 100) === undefined ? '?' : String(reportedCell(brand, 100)).trim().toLowerCase()
      brandTexts.add(rowOutline.brand)
    }

    if (compared !== null && identity !== null) {
      if (seen.has(identity)) reasons.push('url')
      seen.add(identity)
      addresses.add(compared)
      addresses.add(normaliseDomain(compared))
    }

    const { alsoUnique } = platform
    if (alsoUnique && header.checkLids && !options.isPartial) {
      const lid = values[alsoUnique.column]
      if (typeof lid === 'string') {
        rowOutline.lid = lid
        rowOutline.pair = lidPair(lid, String(values[alsoUnique.within] ?? ''))
        if (pairs.has(rowOutline.pair)) reasons.push('lid')
        pairs.add(rowOutline.pair)
        lids.add(normaliseLid(lid))
      }
    }

    const picture = readPicture(cells, values['image'])
    if (picture.kind === 'none' && !options.isPartial) reasons.push('noImage')
    if (picture.kind === 'stored') {
      if (picture.given !== null) pictures.given.add(picture.given)
      if (picture.name !== null) pictures.names.add(picture.name)
      if (typeof values['image'] === 'string') pictures.keys.add(values['image'])
    }

    for (const name of facetNames) addFacet(facets, name, values[name])
    const reasonCode = values['reasonCode'] ?? null
    copy.add([
      index,
      id,
      identity,
      picture.kind === 'stored' ? picture.given : null,
      picture.kind === 'stored' ? picture.name : null,
      requestOf(cells['clientRequest']),
      status ?? null,
      values['priority'] ?? priorityOfReason(reasonCode),
      values['reason'] ?? null,
      reasonCode,
      values['image'] ?? null,
      values['clientComment'] ?? null,
      values['employeeCode'] ?? null,
      ...own.map((name) => values[name] ?? null),
      ...(options.extraCells?.(cells) ?? []),
    ])
    if (problems.length > 0) rowOutline.cells = problems
    if (problems.length > 0 || reasons.length > 0) rowOutline.problems = reasons
    return rowOutline
  }
  const databaseChecks = () => ({
    identities: arrayOf(seen),
    lids: lids.size === 0 ? null : { ids: arrayOf(lids)!, pairs: arrayOf(pairs)! },
    addresses: arrayOf(addresses),
    pictures:
      pictures.given.size + pictures.names.size === 0
        ? null
        : {
            given: arrayOf(pictures.given) ?? '{}',
            names: arrayOf(pictures.names) ?? '{}',
            keys: arrayOf(pictures.keys) ?? '{}',
          },
  })
  return { row, copy, brandTexts, facets, databaseChecks }
}

type Picture =
  | { kind: 'none' }
  | { kind: 'address' }
  /** Must exist among the stored files: by bucket/key when the screen matched it, else by name or key. */
  | { kind: 'stored'; name: string | null; given: string | null }

/** The picture that a row names (G69 as overridden). Whether it exists is checked in the database. */
function readPicture(cells: Record<string, unknown>, image: unknown): Picture {
  const text = typeof image === 'string' ? image : ''
  const bucket = shortText(cells['s3BucketName'])
  const key = shortText(cells['s3FullImagePath'])
  const isAddress = /^https?:\/\//i.test(text)
  if (bucket !== null && key !== null && !isAddress)
    return { kind: 'stored', name: text === '' ? null : pictureName(text), given: `${bucket}/${key}` }
  if (isAddress) return { kind: 'address' }
  if (text === '') return { kind: 'none' }
  return { kind: 'stored', name: pictureName(text), given: null }
}

function shortText(cell: unknown): string | null {
  return typeof cell === 'string' && /^[^\p{Cc}]{1,1024}$/u.test(cell) ? cell.toWellFormed() : null
}

const uuid = z.uuid()

/** The id of the client request that the row was made from, if any (G62). */
function requestOf(cell: unknown): string | null {
  return cell === undefined ? null : (uuid.safeParse(cell).data ?? null)
}

function addFacet(facets: Map<string, [string, string]>, name: string, value: unknown): void {
  if (typeof value === 'string' && value.length <= maxFacetLength) facets.set(`${name}\n${value}`, [name, value])
}

/** A PostgreSQL array literal of these texts; null when there are none. */
function arrayOf(texts: ReadonlySet<string>): string | null {
  if (texts.size === 0) return null
  const quoted = Array.from(texts, (text) => `"${text.toWellFormed().replace(/[\\"]/g, '\\$&')}"`)
  return `{${quoted.join(',')}}`
}

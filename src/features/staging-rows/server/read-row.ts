import { z } from 'zod'
import { type CellProblem, isEmpty, readCell, readRow } from '#columns/column.ts'
import type { Value } from '#columns/kinds.ts'
import { pictureName } from '#columns/sheet.ts'
import { identityKey } from '#features/findings/server/identity-key.ts'
import { invalidReasonCodeText } from '#features/staging-rows/messages.ts'
import { lidPair } from '#features/staging-rows/rules.ts'
import { comparedAddress } from '#platforms/compared-address.ts'
import type { Platform } from '#platforms/platform.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { priorityOfReason } from '#vocabulary/reason-codes.ts'
import { statusesOf } from '#vocabulary/status-moves.ts'
import { reportedCell } from './outline.ts'
import type { Row } from './read-header.ts'

// Steps that read one row. Each depends on the row alone: no other row, no database.

/** The statuses that a row may have; without them those that staff may set. */
export type StatusOption = { statuses?: readonly string[] }

/** How all rows of a body are read. */
export type RowRules = {
  platform: Platform
  /** Whether listing ids must be unique. */
  checkLids: boolean
  /**
   * Reads and validates only the cells that the row has. Listing ids and removed pictures are then checked by the
   * caller, which knows the stored rows.
   */
  isPartial: boolean
  /** false: a finding that the program makes itself may be without a picture. */
  needsImage?: boolean
  /** The statuses that a row may have. */
  statuses: readonly string[]
  /** The columns that are read by their kind alone. */
  names: readonly string[]
}

/** A row as read. */
export type ReadRow = {
  values: Readonly<Record<string, Value>>
  /** The address (G63) and its hash; both null when the cell is no address. */
  compared: string | null
  identity: string | null
  status: string | undefined
  /** In lower case, when the row names a brand. */
  brand: string | undefined
  listing: Listing | undefined
  picture: Picture
  /** Invalid cells. */
  problems: readonly CellProblem[]
}

/**
 * The rules for a platform, with any status that staff may set or with these only; brand, date and status are read by
 * steps of their own.
 */
export function rowRules(
  platform: Platform,
  {
    checkLids,
    isPartial,
    needsImage = true,
    statuses = statusesOf(platform.value as FindingPlatform),
  }: Pick<RowRules, 'checkLids' | 'isPartial' | 'needsImage'> & StatusOption,
): RowRules {
  const names = [...platform.imported, ...platform.importedIfNamed].filter(
    (name) => !['brand', 'dateAdded', 'status'].includes(name),
  )
  return { platform, checkLids, isPartial, needsImage, statuses, names }
}

/** Whether a row has a cell for the column, even an empty one. */
export function isNamed(platform: Platform, cells: Row, name: string): boolean {
  const { inputAlias: alsoReadAs } = platform.columns[name]!
  return cells[name] !== undefined || (alsoReadAs !== undefined && cells[alsoReadAs] !== undefined)
}

/** Reads one row, each cell by its column. Never throws. */
export function readOneRow(rules: RowRules, cells: Row): ReadRow {
  const { platform, isPartial } = rules
  const names = isPartial ? rules.names.filter((name) => isNamed(platform, cells, name)) : rules.names
  const { values, problems: unreadable } = readRow(platform.columns, names, cells)
  const { status, problem } = readStatus(rules, cells['status'])
  return {
    values,
    ...readAddress(platform, values[platform.identity]),
    status,
    brand: readBrand(cells['brand']),
    listing: rules.checkLids && !isPartial ? readListing(platform, values) : undefined,
    picture: readPicture(cells, values['image']),
    problems: [...unreadable.map(withOwnMessage), ...(problem ? [problem] : [])],
  }
}

/** The reasons for which the row alone is rejected, besides its invalid cells. */
export function ownReasons({ platform, isPartial, needsImage = true }: RowRules, row: ReadRow, cells: Row): string[] {
  const reasons: string[] = []
  if (row.status === undefined && (!isPartial || isNamed(platform, cells, 'status'))) reasons.push('status')
  if (row.picture.kind === 'none' && needsImage && !isPartial) reasons.push('noImage')
  return reasons
}

/** The row's cells of the temporary table, in the order of the common `stagedColumns`. */
export function commonStagedCells(row: ReadRow, cells: Row, at: { index: number; id: string }): Value[] {
  const { values, picture } = row
  const reasonCode = values['reasonCode'] ?? null
  const stored = picture.kind === 'stored' ? picture : { given: null, name: null }
  return [
    at.index,
    at.id,
    row.identity,
    stored.given,
    stored.name,
    requestOf(cells['clientRequest']),
    row.status ?? null,
    values['priority'] ?? priorityOfReason(reasonCode),
    values['reason'] ?? null,
    reasonCode,
    values['image'] ?? null,
    values['clientComment'] ?? null,
    values['employeeCode'] ?? null,
  ]
}

const withOwnMessage = (problem: CellProblem): CellProblem =>
  problem.column === 'reasonCode' ? { ...problem, message: invalidReasonCodeText } : problem

function readAddress(platform: Platform, address: unknown): Pick<ReadRow, 'compared' | 'identity'> {
  if (typeof address !== 'string') return { compared: null, identity: null }
  const compared = comparedAddress(platform, address)
  return { compared, identity: identityKey(platform, compared) }
}

/** A status that a row may not have is kept, with its problem. */
function readStatus({ platform, statuses }: RowRules, cell: unknown): { status?: string; problem?: CellProblem } {
  const column = platform.columns['status']!
  const read = readCell(column, cell)
  if (!('value' in read)) return {}
  const status = read.value as string
  if (statuses.includes(status)) return { status }
  return { status, problem: { column: 'status', message: `${column.label} is not valid` } }
}

function readBrand(cell: unknown): string | undefined {
  if (isEmpty(cell)) return undefined
  const text = reportedCell(cell, 100)
  return text === undefined ? '?' : String(text).trim().toLowerCase()
}

/** A listing id, and site and listing id as one key. */
type Listing = { lid: string; pair: string }

function readListing({ alsoUnique }: Platform, values: Readonly<Record<string, Value>>): Listing | undefined {
  if (!alsoUnique) return undefined
  const lid = values[alsoUnique.column]
  return typeof lid === 'string' ? { lid, pair: lidPair(lid, String(values[alsoUnique.within] ?? '')) } : undefined
}

type Picture =
  | { kind: 'none' }
  | { kind: 'address' }
  /** Must exist among the stored files: by bucket/key when the screen matched it, else by name or key. */
  | { kind: 'stored'; name: string | null; given: string | null }

/** The picture that a row names (G69 as overridden). Whether it exists is checked in the database. */
function readPicture(cells: Row, image: unknown): Picture {
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

import { rowNumberOf } from '#columns/line-numbers.ts'
import { cellsOf } from '#columns/sheet-cells.ts'
import { SheetUnreadable } from '#columns/sheet-unreadable.ts'
import { decodeText } from '#kit/contract/decode-text.ts'
import { messages } from '#features/scrapers/messages.ts'
import { maxAddressLength, maxRows } from '#features/scrapers/rules.ts'
import { platformOf } from '#platforms/all.ts'
import { comparedAddress } from '#platforms/compared-address.ts'
import { namesProtocol, pageAddress } from './page-address.ts'

/** An address of the list and the line of the file it stands on, counted from 1; `orHttp`: it names no protocol. */
export type ListedAddress = { address: string; line: string; orHttp?: 'yes' }

export type ListJob = { bytes: Uint8Array; extension: string; platform: string }

/**
 * The addresses in the first column of a .txt, .csv, .xlsx or .xls file, each once (G63); blank lines and a header
 * are skipped. A line that is no address is kept: its row says so. Never throws; returns the message for the user instead.
 */
export async function readList({ bytes, extension, platform }: ListJob): Promise<ListedAddress[] | string> {
  const cells = await firstColumn(bytes, extension)
  if (typeof cells === 'string') return cells
  const [first] = cells
  if (first && first.text.length > maxAddressLength) return messages.longLine(first.line)
  const lines = first !== undefined && isHeader(first.text) ? cells.slice(1) : cells
  const seen = new Set<string>()
  const found: ListedAddress[] = []
  for (const { text, line } of lines) {
    if (seen.has(text)) continue
    seen.add(text)
    if (text.length > maxAddressLength) return messages.longLine(line)
    const address = pageAddress(text)
    const key = address === undefined ? '' : `address ${comparedAddress(platformOf(platform)!, address)}`
    if (seen.has(key)) continue
    if (key !== '') seen.add(key)
    if (found.length === maxRows) return messages.tooManyAddresses
    const orHttp = address !== undefined && !namesProtocol(text)
    found.push({ address: address ?? text, line: String(line), ...(orHttp ? { orHttp: 'yes' as const } : {}) })
  }
  return found.some(({ address }) => pageAddress(address) !== undefined) ? found : messages.noAddresses
}

/** A column of numbers ('S.No.', 'Sr. No'), which looks like a host of Norway. */
const serialNumber = /^(?:s|sr|sl)\.? ?no\.?$/i
const meantAsAddress = /:\/|\/\/|^www\.|[\p{L}\d-]\s?[.,]\s?\p{L}{2,}\//iu

/** Whether a first line names a column; a mistyped address (htp:/shop.example) is a row that fails. */
const isHeader = (text: string): boolean =>
  serialNumber.test(text) || (pageAddress(text) === undefined && !meantAsAddress.test(text))

type FirstCell = { text: string; line: number }

async function firstColumn(bytes: Uint8Array, extension: string): Promise<FirstCell[] | string> {
  if (extension === 'xlsx' || extension === 'xls') return firstColumnOfSheet(bytes, extension)
  const text = decodeText(bytes)
  if (extension === 'csv') return trimmed(numbered(firstCells(text)).filter((cell) => !isSeparatorLine(cell)))
  // A tab ends the address: lines pasted from a sheet have the other columns behind it.
  return trimmed(numbered(text.split(/\r\n|\r|\n/).map((line) => line.trim().split('\t', 1)[0]!)))
}

async function firstColumnOfSheet(bytes: Uint8Array, extension: string): Promise<FirstCell[] | string> {
  try {
    const rows = await cellsOf(`list.${extension}`, bytes)
    // Blank rows of a workbook are not among them.
    return trimmed(rows.map((row, index) => ({ text: String(row[0] ?? ''), line: rowNumberOf(row) ?? index + 1 })))
  } catch (problem) {
    if (problem instanceof SheetUnreadable) return problem.message
    throw problem
  }
}

/** The first line with which Excel names the separator of a CSV file. */
const isSeparatorLine = ({ text, line }: FirstCell): boolean => line === 1 && /^\uFEFF?sep=.?$/i.test(text)

const numbered = (lines: readonly string[]): FirstCell[] => lines.map((text, index) => ({ text, line: index + 1 }))

/** Lines without blank ones and what PostgreSQL cannot store. */
const trimmed = (lines: readonly FirstCell[]): FirstCell[] =>
  lines.flatMap(({ text: raw, line }) => {
    const text = raw
      .toWellFormed()
      .replace(/[\p{Cc}\uFEFF]/gu, '')
      .trim()
    return text === '' ? [] : [{ text, line }]
  })

/**
 * The first cell of each line of a CSV file (RFC 4180), separated by what its first line has of comma, semicolon and
 * tab; a header without any means one column, whose addresses may have commas. Without a header, a semicolon before
 * a parameter of the path (;jsessionid=1) is part of the address.
 */
function firstCells(text: string): string[] {
  const [start = ''] = text.split(/\r|\n/, 1)
  const unquoted = start.replace(/"[^"]*"/g, '')
  const separator =
    pageAddress(start) === undefined
      ? /[,;\t]/.exec(unquoted)?.[0]
      : (/\t/.exec(unquoted) ?? /,|;(?![\w.-]*=)/.exec(unquoted))?.[0]
  const cells: string[] = []
  let [cell, isFirst, isQuoted] = ['', true, false]
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!
    if (isQuoted && sign === '"' && text[at + 1] === '"') {
      if (isFirst) cell += sign
      at++
    } else if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && sign === separator) isFirst = false
    else if (!isQuoted && (sign === '\n' || (sign === '\r' && text[at + 1] !== '\n'))) {
      cells.push(cell)
      ;[cell, isFirst] = ['', true]
    } else if (isFirst) cell += sign
  }
  return [...cells, cell]
}

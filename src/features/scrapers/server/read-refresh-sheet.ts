import { cellsOf } from '#columns/sheet-cells.ts'
import { isEmpty } from '#columns/column.ts'
import { rowNumberOf } from '#columns/line-numbers.ts'
import { columnsOfHeader } from '#columns/sheet.ts'
import { SheetUnreadable } from '#columns/sheet-unreadable.ts'
import { messages } from '#features/scrapers/messages.ts'
import { maxAddressLength, maxRows } from '#features/scrapers/rules.ts'
import { platformOf } from '#platforms/all.ts'
import { comparedAddress } from '#platforms/compared-address.ts'
import { namesProtocol, pageAddress } from './page-address.ts'

/**
 * A row of a sheet that is refreshed: its address ('' for none), its cells as a JSON list, its number in the worksheet,
 * and the number of the row with the same address above it, if there is one. `orHttp`: the address names no protocol.
 */
export type SheetLine = { address: string; cells: string; line: string; sameAs?: string; orHttp?: 'yes' }

export type SheetJob = { bytes: Uint8Array; name: string; platform: string }
export type RefreshSheet = { header: string[]; lines: SheetLine[] }

/**
 * The header and rows of a workbook's first sheet, which must have the platform's address column. Never throws; returns
 * the message for the user instead.
 */
export async function readRefreshSheet({ bytes, name, platform: value }: SheetJob): Promise<RefreshSheet | string> {
  const platform = platformOf(value)!
  const cells = await cellsOf(name, bytes).catch((problem: unknown) => {
    if (problem instanceof SheetUnreadable) return problem.message
    throw problem
  })
  if (typeof cells === 'string') return cells
  const [header = [], ...rows] = cells
  const at = columnsOfHeader(header, platform.columns, [platform.identity]).indexOf(platform.identity)
  if (at < 0) return messages.noAddressColumn(platform.identity)
  const lines: SheetLine[] = []
  let width = header.length
  const firstWith = new Map<string, string>()
  for (const [index, row] of rows.entries()) {
    if (row.every(isEmpty)) continue
    if (lines.length === maxRows) return messages.tooManyRows
    width = Math.max(width, row.length)
    const line = String(rowNumberOf(row) ?? index + 2)
    const address = addressIn(row[at])
    const key = address === '' ? '' : comparedAddress(platform, address)
    const sameAs = key === '' ? undefined : firstWith.get(key)
    if (key !== '' && sameAs === undefined) firstWith.set(key, String(lines.length + 1))
    const plain = Array.from(row, (cell) => cell ?? null)
    lines.push({
      address,
      cells: JSON.stringify(plain),
      line,
      ...(sameAs === undefined ? {} : { sameAs }),
      ...(address === '' || namesProtocol(textOf(row[at])) ? {} : { orHttp: 'yes' as const }),
    })
  }
  if (lines.length === 0) return messages.noRows
  // As wide as the widest row, so that columns which are added at its end stand behind all that is there.
  return { header: Array.from({ length: width }, (_, index) => String(header[index] ?? '')), lines }
}

const textOf = (cell: unknown): string => String(cell ?? '').trim()

function addressIn(cell: unknown): string {
  const text = textOf(cell)
  return text.length > maxAddressLength ? '' : (pageAddress(text) ?? '')
}

import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Workbook } from '@cj-tech-master/excelts'
import { kindOf } from '#columns/kinds.ts'
import { platformOf } from '#platforms/all.ts'

/** Cells that override the generated ones: by column name, for a row counted from 0. */
export type CellOverrides = (row: number) => Record<string, unknown>

/**
 * Writes an upload sheet as an analyst would: header row, sn, every import column filled with a plausible cell, and
 * distinct addresses. Returns its path. The same arguments give the same bytes.
 */
export async function writeSheet(
  folder: string,
  {
    platform,
    rows,
    name = `${platform}.xlsx`,
    mark = 'a',
    overrides = () => ({}),
  }: { platform: string; rows: number; name?: string; mark?: string; overrides?: CellOverrides },
): Promise<string> {
  const definition = platformOf(platform)!
  const workbook = new Workbook()
  const sheet = workbook.addWorksheet('Findings')
  sheet.addRow(['sn', ...definition.imported])
  for (let row = 0; row < rows; row++) {
    const cells: Record<string, unknown> = {}
    for (const column of definition.imported) {
      const { kind } = definition.columns[column]!
      const sample = kindOf(kind).sample(row)
      cells[column] = kind === 'day' ? new Date(`${String(sample)}T00:00:00Z`) : sample
    }
    cells[definition.identity] =
      definition.value === 'domain' ? `brand-${mark}-${row}.example.com` : `https://shop.example/${mark}/item/${row}`
    if ('domain' in cells && definition.value !== 'domain') cells['domain'] = 'shop.example'
    cells['image'] = `https://img.example/${mark}-${row}.png`
    cells['brand'] = null
    cells['employeeCode'] = 'E1'
    if ('lid' in definition.columns) cells['lid'] = `LID-${mark}-${row}`
    Object.assign(cells, overrides(row))
    sheet.addRow([row + 1, ...definition.imported.map((column) => cells[column] ?? null)])
  }
  const path = join(folder, name)
  writeFileSync(path, new Uint8Array(await workbook.xlsx.writeBuffer()))
  return path
}

/** A tiny real PNG, different for each number. */
export function pngPicture(n: number): Buffer {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  )
  return Buffer.concat([pixel, Buffer.from(String(n))])
}

/** A workbook of rows whose keys are its header, as a file input takes it. */
export async function sheetOf(name: string, rows: readonly Record<string, unknown>[]) {
  const workbook = new Workbook()
  const sheet = workbook.addWorksheet(name)
  const header = Object.keys(rows[0]!)
  sheet.addRow(header)
  for (const row of rows) sheet.addRow(header.map((key) => row[key]))
  const buffer = Buffer.from(new Uint8Array(await workbook.xlsx.writeBuffer()))
  return { name: `${name}.xlsx`, mimeType: 'application/vnd.ms-excel', buffer }
}

import type { HomeCharts } from '#features/charts/contract.ts'
import { type Cell, sheetBytes } from '#kit/server/sheets.ts'
import { sellerPlatform } from '#platforms/all.ts'
import { showDay } from '#vocabulary/dates.ts'

const header = ['Table', 'Platform', 'Value', 'Status', 'Infringements']

/** The workbook (.xlsx) with every number of a report. */
export async function reportSheet(numbers: HomeCharts): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of sheetBytes('excel', { header, lines: batches(reportRows(numbers)) })) parts.push(part)
  return Buffer.concat(parts)
}

/** The workbook's rows: platforms by status, reporting dates by status, brands, sites, sellers. */
export function reportRows(numbers: HomeCharts): Cell[][] {
  const { platforms, reporting, brands, site, seller } = numbers
  return [
    ...Object.entries(platforms).flatMap(([platform, { pie }]) =>
      pie.map(({ name, value }) => ['Platform', platform, '', name, value]),
    ),
    ...reporting.labels.flatMap((day, at) =>
      reporting.series.flatMap(({ name, data }) =>
        data[at] ? [['Reporting Date', '', showDay(day), name, data[at]]] : [],
      ),
    ),
    ...brands.map(({ name, value }) => ['Brand', '', name, '', value]),
    ...site.map(({ name, value }) => ['Site', sellerPlatform.key, name, '', value]),
    ...seller.labels.map((name, at) => ['Seller', sellerPlatform.key, name, '', seller.series[0]?.data[at] ?? 0]),
  ]
}

async function* batches(rows: Cell[][]): AsyncGenerator<Cell[][]> {
  yield rows
}

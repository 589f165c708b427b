import { daysAfter } from '#vocabulary/dates.ts'
import { type Line, within } from './line.ts'
import { fetchOk, median, timed } from './measure.ts'
import { bareList, type Servers, whileBusy } from './reading.ts'

const allTime = { startDate: '2018-01-01', endDate: '2099-12-31' }

/** How many findings each choice of a filter leaves: from counters, for few findings, by an index, among some. */
export async function filterCounts(servers: Servers, analystToken: string): Promise<Line[]> {
  const { ours, token, today, world, quick } = servers
  const month = { startDate: daysAfter(today, -30), endDate: today }
  const urlOf = (parts: Record<string, string>) =>
    `${ours.url}/api/ecommerce/filter-counts?${new URLSearchParams(parts).toString()}`
  const company = { clientCompanyId: world.company }
  const cases: [operation: string, parts: Record<string, string>, token: string][] = [
    ['statuses of all time', { ...allTime, ...company, name: 'status' }, token],
    ['sites of a month', { ...month, ...company, name: 'site' }, token],
    ['reason codes of a month, one status', { ...month, ...company, name: 'reasonCode', status: '33' }, token],
    ['reason codes of all time, one status', { ...allTime, ...company, name: 'reasonCode', status: '33' }, token],
    ['sites of all time, one status', { ...allTime, ...company, name: 'site', status: '33' }, token],
    ['statuses of all time, rare word', { ...allTime, ...company, name: 'status', title: 'zephyrine' }, token],
    ['statuses of all time, common word', { ...allTime, ...company, name: 'status', title: 'serum' }, token],
    [
      'reason codes of all companies, none of two',
      { ...allTime, name: 'reasonCode', 'status.not': '33|22' },
      analystToken,
    ],
    [
      'sites of all companies, no comparison',
      { ...allTime, name: 'site', 'comparativePrice.is': 'empty' },
      analystToken,
    ],
  ]
  const lines: Line[] = []
  for (const [operation, parts, caller] of cases) {
    const took: number[] = []
    for (let n = 0; n < (quick ? 6 : 15); n++) took.push(await timed(() => fetchOk(urlOf(parts), { token: caller })))
    lines.push(within(`counts of a filter: ${operation}`, median(took), 100, 'ms'))
  }
  const dearest = urlOf({ ...allTime, name: 'site', 'comparativePrice.is': 'empty' })
  const busy = {
    ours: () => fetchOk(dearest, { token: analystToken }),
    bare: () => fetchOk(bareList(servers, { size: 20 })),
  }
  lines.push(await whileBusy(servers, 'list page p95 while filters are counted', busy))
  return lines
}

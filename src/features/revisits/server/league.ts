import type { FastifyReply } from 'fastify'
import type { LeagueRow, revisits } from '#features/revisits/contract.ts'
import { messages } from '#features/revisits/messages.ts'
import { leagueMaxHours, type LeagueScope, leastRanked } from '#features/revisits/rules.ts'
import type { CallOutput, HandlerInput } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import { sendSheet } from '#kit/server/send-sheet.ts'
import type { Cell } from '#kit/server/sheets.ts'
import type { Settings } from '#kit/server/serve.ts'
import { showBusinessHours } from '#vocabulary/business-hours.ts'
import { firstOfMonth, showMoment, today } from '#vocabulary/dates.ts'
import { harms } from '#vocabulary/harm-kinds.ts'
import { companyName, type LeagueCounts, leagueCountedAt, leagueCounts } from './league-queries.ts'

type LeagueSettings = Pick<Settings, 'businessZone' | 'businessHours'>

/** How many rows a league has at most. */
const maxRows = 500

/** Registrars or hosts, the ranked ones first, by kind of harm and rank, with the definition of the figures. */
export async function leagueOf(
  db: Db,
  { businessZone: zone, businessHours }: LeagueSettings,
  input: HandlerInput<typeof revisits.league>,
): Promise<CallOutput<typeof revisits.league>> {
  const { kind, company, harm } = input
  const isBusiness = input.count === 'business'
  const from = firstMonth(input, zone)
  const counts = await leagueCounts(db, { kind, company, harm, from, isBusiness }, maxRows)
  const countedAt = (await leagueCountedAt(db)) ?? null
  return {
    rows: ranked(counts),
    leastRanked,
    definition: messages.league({
      kind,
      least: leastRanked,
      maxHours: leagueMaxHours,
      business: isBusiness ? showBusinessHours(businessHours) : null,
      zone,
      countedAt: countedAt ? `${showMoment(countedAt, zone)} ${zone}` : '',
    }),
    fileName: nameOf(await scopeOf(db, zone, input), input),
    countedAt,
  }
}

type LeagueQuery = Pick<HandlerInput<typeof revisits.league>, 'kind' | 'company' | 'harm' | 'months' | 'count'>

/** The first day of the first month; undefined: all months. */
const firstMonth = ({ months }: LeagueQuery, zone: string) =>
  months === 'all' ? undefined : firstOfMonth(today(zone), 1 - Number(months))

async function scopeOf(db: Db, zone: string, query: LeagueQuery): Promise<LeagueScope> {
  const from = firstMonth(query, zone)
  return {
    months: from === undefined ? null : { from: from.slice(0, 7), to: today(zone).slice(0, 7) },
    company: query.company ? ((await companyName(db, query.company)) ?? messages.unknownCompany) : null,
    harm: query.harm ? harms[query.harm].name : null,
  }
}

/** In lower case with hyphens, in any script. */
function nameOf({ months, company, harm }: LeagueScope, { kind, count }: LeagueQuery): string {
  const parts = [
    `league of ${kind}s`,
    company?.slice(0, 80),
    harm,
    months ? `${months.from} to ${months.to}` : 'all months',
    count === 'business' ? 'business hours' : undefined,
  ]
  const text = parts.filter((part) => part !== undefined && part !== null).join(' ')
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
}

/** The league as a file, with what it is about and the definition below the rows. */
export async function leagueFile(
  db: Db,
  settings: LeagueSettings,
  input: HandlerInput<typeof revisits.leagueFile>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { rows, definition, fileName } = await leagueOf(db, settings, input)
  const about = messages.leagueScope(await scopeOf(db, settings.businessZone, input), input.count === 'business')
  // A header has no other characters.
  const name = fileName.replace(/[^\x20-\x7e]/g, '_')
  return sendSheet(reply, input.type, name, messages.leagueHeader, lines(rows, [...about, ...definition]))
}

async function* lines(found: readonly LeagueRow[], texts: readonly string[]): AsyncGenerator<Cell[][]> {
  yield found.map((one) => [
    one.rank,
    one.name,
    harms[one.harm].name,
    one.sent,
    one.named,
    one.answered,
    one.down,
    one.sent === 0 ? null : Math.round((1000 * one.down) / one.sent) / 10,
    one.medianHours,
  ])
  yield [[], ...texts.map((line) => [line])]
}

/** Ranked ones first, then those with too few notices, each by kind of harm; ranks by the median, then by the share acted on. */
function ranked(counts: readonly LeagueCounts[]): LeagueRow[] {
  const share = (one: LeagueCounts) => one.down / one.sent
  const median = (one: LeagueCounts) => one.medianHours ?? Number.POSITIVE_INFINITY
  const order = (a: LeagueCounts, b: LeagueCounts) =>
    // Two infinite medians have no difference.
    (median(a) === median(b) ? 0 : median(a) - median(b)) || share(b) - share(a) || b.sent - a.sent
  const byHarm = [...Map.groupBy(counts, ({ harm }) => harm)].toSorted(([a], [b]) =>
    harms[a].name.localeCompare(harms[b].name, 'en'),
  )
  const enough = byHarm.flatMap(([, group]) =>
    group
      .filter(({ sent }) => sent >= leastRanked)
      .toSorted(order)
      .map((one, n) => ({ ...one, rank: n + 1 })),
  )
  const few = byHarm.flatMap(([, group]) => group.filter(({ sent }) => sent < leastRanked))
  return [...enough, ...few.map((one) => ({ ...one, rank: null }))]
}

import type { FastifyReply } from 'fastify'
import type { LeagueRow, revisits } from '#features/revisits/contract.ts'
import { messages } from '#features/revisits/messages.ts'
import { leastRanked } from '#features/revisits/rules.ts'
import type { CallOutput, HandlerInput } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import { sendSheet } from '#kit/server/send-sheet.ts'
import type { Cell } from '#kit/server/sheets.ts'
import type { Settings } from '#kit/server/serve.ts'
import { showBusinessHours } from '#vocabulary/business-hours.ts'
import { firstOfMonth, showMoment, today } from '#vocabulary/dates.ts'
import { harms } from '#vocabulary/harm-kinds.ts'
import { type LeagueCounts, leagueCountedAt, leagueCounts } from './league-queries.ts'

type LeagueSettings = Pick<Settings, 'businessZone' | 'businessHours'>

/** How many rows a league has at most. */
const maxRows = 500

/** Registrars or hosts, the ranked ones first, by kind of harm and rank, with the definition of the figures. */
export async function leagueOf(
  db: Db,
  { businessZone: zone, businessHours }: LeagueSettings,
  { kind, company, harm, months, count }: HandlerInput<typeof revisits.league>,
): Promise<CallOutput<typeof revisits.league>> {
  const isBusiness = count === 'business'
  const from = months === 'all' ? undefined : firstOfMonth(today(zone), 1 - Number(months))
  const counts = await leagueCounts(db, { kind, company, harm, from, isBusiness }, maxRows)
  const countedAt = (await leagueCountedAt(db)) ?? null
  return {
    rows: ranked(counts),
    leastRanked,
    definition: messages.league({
      kind,
      least: leastRanked,
      business: isBusiness ? showBusinessHours(businessHours) : null,
      zone,
      countedAt: countedAt ? `${showMoment(countedAt, zone)} ${zone}` : '',
    }),
    countedAt,
  }
}

/** The league as a file, with the definition below the rows. */
export async function leagueFile(
  db: Db,
  settings: LeagueSettings,
  input: HandlerInput<typeof revisits.leagueFile>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { rows, definition } = await leagueOf(db, settings, input)
  return sendSheet(reply, input.type, `league-of-${input.kind}s`, messages.leagueHeader, lines(rows, definition))
}

async function* lines(found: readonly LeagueRow[], definition: readonly string[]): AsyncGenerator<Cell[][]> {
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
  yield [[], ...definition.map((line) => [line])]
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

import { type RequestedScope, type Scope, visibleScopes } from '#features/findings/server/visible.ts'
import type { home, HomeNumber } from '#features/home/contract.ts'
import { type HomeNumberName, numbersOfRole, trendDays } from '#features/home/rules.ts'
import { countProposals } from '#features/revisits/server/count-proposals.ts'
import { approvedByPlatform, queueByPlatform } from '#features/work/server/count-approved.ts'
import { countOverduePeople, countOwnWork } from '#features/work/server/count-work.ts'
import type { CallOutput } from '#kit/contract/endpoint.ts'
import type { Db } from '#kit/server/db.ts'
import { isStaff, type Session } from '#kit/server/session.ts'
import { type Day, daysAfter, type DayRange, today } from '#vocabulary/dates.ts'
import { success } from '#vocabulary/statuses.ts'
import * as queries from './queries.ts'

type Answer = CallOutput<typeof home.numbers>
type Counted = Pick<HomeNumber, 'count'> & Partial<Pick<HomeNumber, 'before' | 'parts'>>

/** The numbers of the caller's home, in the order of the role. 403 for a foreign company or brand. */
export async function homeNumbers(db: Db, session: Session, requested: RequestedScope, zone: string): Promise<Answer> {
  const day = today(zone)
  const { now, before } = trendOf(day)
  const visit = isStaff(session) ? null : await queries.sinceOf(db, session.userId)
  const counted = await (isStaff(session)
    ? countsOfStaff(db, session, { zone, day })
    : countsOfClient(db, visibleScopes(session, requested), { since: visit!.since, now, before }))
  return {
    numbers: numbersOfRole[session.role].map((name) => ({ name, before: null, parts: [], ...counted[name]! })),
    since: visit?.since ?? null,
    isVisit: visit?.isVisit ?? false,
    trend: { ...now, beforeStart: before.startDate, beforeEnd: before.endDate },
  }
}

/** The last days, and as many before them. */
function trendOf(day: Day): { now: DayRange; before: DayRange } {
  const startDate = daysAfter(day, 1 - trendDays)
  return {
    now: { startDate, endDate: day },
    before: { startDate: daysAfter(startDate, -trendDays), endDate: daysAfter(startDate, -1) },
  }
}

type Counts = Partial<Record<HomeNumberName, Counted>>

async function countsOfClient(
  db: Db,
  scopes: readonly Scope[],
  { since, now, before }: { since: string; now: DayRange; before: DayRange },
): Promise<Counts> {
  const counts = (range: DayRange, statuses?: readonly string[]) =>
    queries.countsByPlatform(db, scopes, { range, ...(statuses ? { statuses } : {}) })
  const [takenDown, found, foundBefore, down] = await Promise.all([
    scopes.length === 0 ? 0 : queries.countRows(db, queries.takenDown(scopes, since).from),
    counts(now),
    counts(before),
    counts(now, [success]),
  ])
  return {
    takenDown: { count: takenDown },
    found: { count: sum(found), before: sum(foundBefore), parts: found },
    // Not compared with the time before: those had a month longer to be taken down.
    foundDown: { count: sum(down), parts: down },
  }
}

async function countsOfStaff(db: Db, session: Session, { zone, day }: { zone: string; day: Day }): Promise<Counts> {
  const [approved, unassigned, work, proposals, bounced, answered, admin] = await Promise.all([
    approvedByPlatform(db),
    queueByPlatform(db),
    countOwnWork(db, session, zone),
    countProposals(db, session),
    queries.countRows(db, queries.answered('bounce').from),
    queries.countRows(db, queries.answered('reply').from),
    session.role === 'Admin' ? countsOfAdmin(db, { zone, day }) : {},
  ])
  return {
    ...admin,
    approved: { count: sum(approved), parts: approved },
    unassigned: { count: sum(unassigned), parts: unassigned },
    assigned: { count: work.assigned },
    dueToday: { count: work.dueToday },
    overdue: { count: work.overdue },
    proposals: { count: proposals },
    bounced: { count: bounced },
    answered: { count: answered },
  }
}

async function countsOfAdmin(db: Db, { zone, day }: { zone: string; day: Day }): Promise<Counts> {
  const [withoutData, withoutSigner, failedJobs, overduePeople] = await Promise.all([
    queries.countRows(db, queries.companiesFrom('without-data', day)),
    queries.countRows(db, queries.companiesFrom('without-signer', day)),
    queries.countRows(db, queries.failedJobsFrom),
    countOverduePeople(db, zone),
  ])
  return {
    withoutData: { count: withoutData },
    withoutSigner: { count: withoutSigner },
    failedJobs: { count: failedJobs },
    overduePeople: { count: overduePeople },
  }
}

const sum = (parts: readonly queries.PlatformCount[]): number => parts.reduce((all, { count }) => all + count, 0)

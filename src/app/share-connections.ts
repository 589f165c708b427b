import { sum } from '#vocabulary/numbers.ts'

/** What a process opens to the database, by what it is for. */
export type Shares = {
  /** For calls. */
  calls: number
  /** For prepared statements of calls. */
  prepared: number
  signIn: number
  signInPrepared: number
  /** For background jobs, one of them for the locks of the emails that are being sent. */
  jobs: number
  /** On which the job queue is claimed and ended. */
  queue: number
}

/** Readiness, live events, the notices of the job queue, metrics, and a thread that writes a download. */
const fixed = 5

/** With fewer, something would wait for a connection that never becomes free. */
const least: Shares = { calls: 3, prepared: 1, signIn: 1, signInPrepared: 1, jobs: 3, queue: 2 }

/** Prepared statements are those of lists: fewer connections serve them. */
const preparedShare = 2 / 3

/**
 * What a process opens where nothing limits it. Sessions are verified in a fraction of a millisecond; a sign-in holds a
 * connection for some.
 */
export function wantedShares(connections: number, usePreparedStatements: boolean): Shares {
  const signIn = 4
  const beside = (size: number) => (usePreparedStatements ? Math.ceil(size * preparedShare) : 0)
  return {
    calls: connections,
    prepared: beside(connections),
    signIn,
    signInPrepared: beside(signIn),
    jobs: 7,
    queue: 6,
  }
}

/** How many connections that are in total. */
export function totalOf(shares: Shares): number {
  return fixed + sum(Object.values(shares))
}

/**
 * The shares of a process that may open `allowed` connections: all become smaller in the same proportion, so that jobs
 * leave calls theirs. undefined: too few to work with; `leastTotal` says how many are enough.
 */
export function sharesWithin(wanted: Shares, allowed: number): Shares | undefined {
  if (totalOf(wanted) <= allowed) return wanted
  const start = smallest(wanted)
  const room = allowed - totalOf(start)
  if (room < 0) return undefined
  const missing = totalOf(wanted) - totalOf(start)
  const shares = mapShares((name) => start[name] + Math.floor((room * (wanted[name] - start[name])) / missing))
  // What rounding left over.
  return { ...shares, calls: Math.min(wanted.calls, shares.calls + allowed - totalOf(shares)) }
}

/** The smallest number of connections that a process with these wishes works with. */
export const leastTotal = (wanted: Shares): number => totalOf(smallest(wanted))

const smallest = (wanted: Shares): Shares => mapShares((name) => Math.min(wanted[name], least[name]))

function mapShares(size: (name: keyof Shares) => number): Shares {
  return {
    calls: size('calls'),
    prepared: size('prepared'),
    signIn: size('signIn'),
    signInPrepared: size('signInPrepared'),
    jobs: size('jobs'),
    queue: size('queue'),
  }
}

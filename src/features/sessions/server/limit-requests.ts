// The package's entry loads its limiters for a dozen databases as well.
import RateLimiterMemory from 'rate-limiter-flexible/lib/RateLimiterMemory.js'
import RateLimiterRes from 'rate-limiter-flexible/lib/RateLimiterRes.js'
import { networkOf } from '#kit/server/network-of.ts'

/**
 * How many calls a process accepts in 15 minutes: of one address, of one customer's network, and of all together. The first
 * tenth that an address may make do not count in the total, so that who uses the total up takes nothing from others.
 */
type Bounds = { perAddress: number; total: number }

/** Whether a call from this address is within the bounds; it counts if it is. */
export type RequestLimit = (address: string) => Promise<boolean>

/** The bounds of calls that cost a job, an email or a guess, whoever they are about. */
export type RequestLimits = { resetLinks: RequestLimit; codes: RequestLimit }

/**
 * The limits of this process. They protect the queue from a flood; what one person may get is limited in the database.
 * An office behind one address shares its bound.
 */
export function openRequestLimits(): RequestLimits {
  return {
    resetLinks: openLimit({ perAddress: 30, total: 600 }),
    codes: openLimit({ perAddress: 150, total: 3000 }),
  }
}

const windowSeconds = 15 * 60

/** Even the calls that do not count in the total are no more than so many times it, whoever makes them. */
const maxTimesTotal = 10

function openLimit({ perAddress, total }: Bounds): RequestLimit {
  const ofAddress = openCounter(perAddress)
  const ofCustomer = openCounter(2 * perAddress)
  const ofAll = openCounter(total)
  const evenFree = openCounter(maxTimesTotal * total)
  return async (address) => {
    // In this order, an address uses up no more of the wider bounds than its own.
    if ((await ofAddress(networkOf(address))) === undefined) return false
    const calls = await ofCustomer(networkOf(address, 48))
    if (calls === undefined) return false
    if (calls <= perAddress / 10) return (await evenFree('all')) !== undefined
    return (await ofAll('all')) !== undefined
  }
}

/** Counts a call and returns how many there are by now; undefined beyond `points`. */
function openCounter(points: number): (key: string) => Promise<number | undefined> {
  const limiter = new RateLimiterMemory({ points, duration: windowSeconds })
  return async (key) => {
    try {
      return (await limiter.consume(key)).consumedPoints
    } catch (problem) {
      if (problem instanceof RateLimiterRes) return undefined
      throw problem
    }
  }
}

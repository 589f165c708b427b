import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** How many calls a process accepts in 15 minutes: of one address, and of all together. */
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

function openLimit({ perAddress, total }: Bounds): RequestLimit {
  const ofAddress = new RateLimiterMemory({ points: perAddress, duration: windowSeconds })
  const ofAll = new RateLimiterMemory({ points: total, duration: windowSeconds })
  return async (address) =>
    // One address uses up no more of the total than its own bound.
    (await isWithin(ofAddress, networkOf(address))) && (await isWithin(ofAll, 'all'))
}

async function isWithin(limiter: RateLimiterMemory, key: string): Promise<boolean> {
  try {
    await limiter.consume(key)
    return true
  } catch (problem) {
    if (problem instanceof RateLimiterRes) return false
    throw problem
  }
}

/** An IPv4 address itself; of an IPv6 address the first 64 bits, which one customer of a provider has to himself. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address
  const parsed = ipaddr.IPv6.parse(address)
  return parsed.isIPv4MappedAddress() ? parsed.toIPv4Address().toString() : parsed.parts.slice(0, 4).join(':')
}

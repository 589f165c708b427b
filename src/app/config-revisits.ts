import { z } from 'zod'
import { addresses, integerBetween, yesNo } from '#app/config-values.ts'

const hours = z.coerce.number('must be a number').min(0.1, 'must be at least 0.1').max(8760, 'must be at most 8760')

/** Variables about visiting the addresses of enforced findings again. */
export const revisitEnvironment = {
  REVISITS: yesNo.optional(),
  REVISIT_HOURS: hours.default(24),
  REVISIT_DOWN_HOURS: hours.default(168),
  REVISITS_PER_MINUTE: integerBetween(1, 6000).default(60),
  REVISITS_PER_HOST: integerBetween(1, 600).default(6),
  REVISIT_CONFIRMATIONS: integerBetween(1, 20).default(3),
  REVISIT_SECONDS: integerBetween(1, 60).default(15),
  REVISIT_NAME_SERVERS: addresses.optional(),
  REVISITS_FROM: z.string().trim().max(60).optional(),
  VISIT_DAYS: integerBetween(30, 36_500).default(400),
}
const environment = z.object(revisitEnvironment)

/** Whether and how addresses are visited again, as the rest of the program reads it. */
export function revisitSettings(env: z.output<typeof environment>, { isDemo }: { isDemo: boolean }) {
  return {
    wanted: env.REVISITS ?? !isDemo,
    hours: env.REVISIT_HOURS,
    downHours: env.REVISIT_DOWN_HOURS,
    perMinute: env.REVISITS_PER_MINUTE,
    perHost: env.REVISITS_PER_HOST,
    confirmations: env.REVISIT_CONFIRMATIONS,
    seconds: env.REVISIT_SECONDS,
    nameServers: env.REVISIT_NAME_SERVERS,
    /** The country the visits come from, as notices name it; undefined: they do not. */
    from: env.REVISITS_FROM || undefined,
  }
}

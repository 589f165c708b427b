import { z } from 'zod'
import { job } from '#kit/contract/job.ts'

/** Looks up registrar, IP address and host of new domain and website findings that lack them. */
export const lookUpHosts = job({ name: 'look-up-hosts', payload: z.object({}), tries: 1, cron: '* * * * *' })

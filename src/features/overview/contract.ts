import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'

export const overview = {
  counts: endpoint({
    method: 'GET',
    path: '/dashboard_v2/client/analyst',
    access: ['Admin'],
    summary: 'How many companies, users and brands there are, and what a new console still lacks',
    takes: z.object({}),
    answers: z.object({
      companies: z.number(),
      users: z.number(),
      brands: z.number(),
      /** Whether a client has an account, and whether anything was ever uploaded. */
      hasClients: z.boolean(),
      hasFindings: z.boolean(),
    }),
  }),
}

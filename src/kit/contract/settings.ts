import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What the browser may know about the installation, even before sign-in. */
export const settings = {
  read: endpoint({
    method: 'GET',
    path: '/settings',
    access: 'public',
    summary: 'Product name, support address, business time zone and ways to sign in',
    takes: z.object({}),
    answers: z.object({
      productName: z.string(),
      supportAddress: z.string(),
      businessZone: z.string(),
      /** Whether people may sign in with Google. */
      google: z.boolean(),
      /** Only in the demo world: the password of all its users. */
      demoPassword: z.string().optional(),
    }),
  }),
}

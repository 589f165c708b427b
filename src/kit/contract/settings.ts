import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** What the browser may know of the installation, also before anybody signed in. */
export const settings = {
  read: endpoint({
    method: 'GET',
    path: '/settings',
    access: 'public',
    summary: 'Name of the product, help address and business zone',
    takes: z.object({}),
    answers: z.object({
      productName: z.string(),
      supportAddress: z.string(),
      businessZone: z.string(),
      demo: z.boolean(),
    }),
  }),
}

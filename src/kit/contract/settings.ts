import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { settingsPath } from './settings-path.ts'

/** What the browser may know of the installation, also before anybody signed in. */
export const settings = {
  read: endpoint({
    ...settingsPath,
    summary: 'Name of the product, help address and business zone',
    takes: z.object({}),
    answers: z.object({
      productName: z.string(),
      supportAddress: z.string(),
      businessZone: z.string(),
      /** Only in the demo world: the password that all its people have. */
      demoPassword: z.string().optional(),
    }),
  }),
}

import { z } from 'zod'
import { everyone } from '#vocabulary/roles.ts'
import { endpoint } from './endpoint.ts'

/** The calls about the documentation of the API itself. */
export const docs = {
  link: endpoint({
    method: 'GET',
    path: '/docs/link',
    access: everyone,
    summary: 'The address of the API documentation; where it needs a sign-in, a signed link for one hour',
    takes: z.object({}),
    answers: z.object({ url: z.string() }),
  }),
}

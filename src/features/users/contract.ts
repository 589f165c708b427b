import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { direction, pageAnswer, pageParts } from '#kit/contract/page.ts'
import { everyone, staff } from '#vocabulary/roles.ts'

export const users = {
  emailId: endpoint({
    method: 'GET',
    path: '/users/getEmailId',
    access: everyone,
    summary: "The signed-in user's e-mail address",
    takes: z.object(pageParts),
    answers: z.object({ data: z.string() }),
  }),
  /** Admin gets full rows, an Analyst only id, username and names (G39). Never a password. */
  list: endpoint({
    method: 'GET',
    path: '/users',
    access: staff,
    summary: 'Users',
    takes: z.object({
      ...pageParts,
      sortBy: z.string().max(60).optional(),
      sortDirection: direction,
      sortOrder: direction,
      search: z.string().trim().max(200).optional(),
    }),
    answers: pageAnswer(
      z.looseObject({ id: z.uuid(), _id: z.uuid(), username: z.string(), firstName: z.string(), lastName: z.string() }),
    ),
  }),
}

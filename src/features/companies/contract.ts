import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { pageAnswer, pageParts } from '#kit/contract/page.ts'
import { flag, id } from '#kit/contract/texts.ts'
import { everyone } from '#vocabulary/roles.ts'

export const companies = {
  /** Picker: a Client gets its own companies (G37); staff all, 100 a page. */
  list: endpoint({
    method: 'GET',
    path: '/company',
    access: everyone,
    summary: 'Companies to choose from',
    takes: z.object({
      ...pageParts,
      showParentCompany: flag,
      excludeIds: z.string().max(20_000).optional(),
      search: z.string().trim().max(200).optional(),
    }),
    answers: pageAnswer(z.object({ id, _id: id, name: z.string(), legalName: z.string() })),
  }),
}

import type { FastifyInstance } from 'fastify'
import { companies } from '#features/companies/contract.ts'
import { pageOf } from '#kit/contract/page.ts'
import { id } from '#kit/contract/texts.ts'
import { type House, serve } from '#kit/server/serve.ts'
import { listCompanies } from './queries.ts'

export function companyRoutes(api: FastifyInstance, house: House): void {
  serve(api, house, companies, {
    list: async ({ input, session, db }) => {
      const { page = 1, perPage: size = 10 } = input
      const { docs, total } = await listCompanies(db, session, {
        page,
        size,
        search: input.search,
        parentsOnly: input.showParentCompany === true,
        excludeIds: (input.excludeIds ?? '').split(',').filter((one) => id.safeParse(one).success),
      })
      return pageOf(
        docs.map((doc) => ({ ...doc, _id: doc.id })),
        page,
        size,
        total,
      )
    },
  })
}

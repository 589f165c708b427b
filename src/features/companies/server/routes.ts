import type { FastifyInstance } from 'fastify'
import { companies } from '#features/companies/contract.ts'
import { pageOf } from '#kit/contract/page.ts'
import { id } from '#kit/contract/texts.ts'
import { type House, serve } from '#kit/server/serve.ts'
import { deleteCompany } from './delete-company.ts'
import { allCompanies, differentValues, listCompanies } from './queries.ts'
import { addCompany, editCompany } from './save-company.ts'

export function companyRoutes(api: FastifyInstance, house: House): void {
  serve(api, house, companies, {
    list: async ({ input, session, db }) => {
      const { page = 1, perPage: size = 10 } = input
      const { docs, total } = await listCompanies(db, session, {
        page,
        size,
        search: input.search,
        parentsOnly: input.showParentCompany === true,
        excludeIds: idsOf(input.excludeIds),
        ids: input.ids === undefined ? undefined : idsOf(input.ids),
      })
      return pageOf(
        docs.map((doc) => ({ ...doc, _id: doc.id })),
        page,
        size,
        total,
      )
    },
    allRecords: ({ input, db }) => allCompanies(db, input),
    add: addCompany,
    edit: editCompany,
    remove: deleteCompany,
    states: async ({ db }) => ({ data: await differentValues(db, 'state') }),
    countries: async ({ db }) => ({ data: await differentValues(db, 'country') }),
    cities: async ({ db }) => ({ data: await differentValues(db, 'city') }),
  })
}

const idsOf = (text = '') => text.split(',').filter((one) => id.safeParse(one).success)

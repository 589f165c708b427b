import type { FastifyInstance } from 'fastify'
import { companies, companySheet } from '#features/companies/contract.ts'
import { pageOf } from '#kit/contract/page.ts'
import { id } from '#kit/contract/texts.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { sendRecords } from '#kit/server/send-records.ts'
import { sendImportSheet } from '#kit/server/send-sheet.ts'
import { deleteCompany } from './delete-company.ts'
import { importCompanies } from './import-companies.ts'
import { allCompanies, companySheetRows, distinctValues, listCompanies } from './queries.ts'
import { addCompany, editCompany } from './save-company.ts'

/** Registers the calls about companies. */
export function companyRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, companies, {
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
    importRows: ({ input, session }) => importCompanies(app.pool, session, input),
    importTemplate: async ({ reply }) => sendImportSheet(reply, 'companies-template', companySheet),
    exportAll: async (call) =>
      sendRecords(app, call, { name: 'companies', model: 'Company', sheet: companySheet, statement: companySheetRows }),
    states: async ({ db }) => ({ data: await distinctValues(db, 'state') }),
    countries: async ({ db }) => ({ data: await distinctValues(db, 'country') }),
    cities: async ({ db }) => ({ data: await distinctValues(db, 'city') }),
  })
}

const idsOf = (text = '') => text.split(',').filter((one) => id.safeParse(one).success)

import type { FastifyInstance } from 'fastify'
import { brands, brandSheet } from '#features/brands/contract.ts'
import { loggedRows } from '#kit/server/logged-rows.ts'
import { rowsOf } from '#kit/server/rows-of.ts'
import { disconnectSignal, sendImportSheet } from '#kit/server/send-sheet.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
import { fileNameOf } from '#kit/server/sheets.ts'
import { deleteBrand, removePlatform } from './delete-brand.ts'
import { brandsOfCompany, pickBrands } from './list-brands.ts'
import { importBrands } from './import-brands.ts'
import { allBrands, brandSheetRows, categories } from './queries.ts'
import { addBrand, editBrand } from './save-brand.ts'

/** Registers the calls about brands. */
export function brandRoutes(api: FastifyInstance, app: AppContext): void {
  serve(api, app, brands, {
    list: pickBrands,
    ofCompany: brandsOfCompany,
    allRecords: ({ input, db }) => allBrands(db, input),
    add: addBrand,
    edit: editBrand,
    remove: deleteBrand,
    removePlatform,
    importRows: ({ input, session }) => importBrands(app.pool, session, input),
    importTemplate: async ({ reply }) => sendImportSheet(reply, 'brands-template', brandSheet),
    exportAll: async ({ session, reply }) => {
      const change = { model: 'Brand', subject: fileNameOf('brands', 'excel') } as const
      const rows = loggedRows(app.db, session, change, rowsOf(app, brandSheetRows, disconnectSignal(reply)))
      return sendImportSheet(reply, 'brands', brandSheet, rows)
    },
    categories: async ({ db }) => ({ data: await categories(db) }),
  })
}

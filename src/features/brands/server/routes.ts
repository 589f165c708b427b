import type { FastifyInstance } from 'fastify'
import { brands, brandSheet } from '#features/brands/contract.ts'
import { sendRecords } from '#kit/server/send-records.ts'
import { sendImportSheet } from '#kit/server/send-sheet.ts'
import { type AppContext, serve } from '#kit/server/serve.ts'
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
    exportAll: async (call) =>
      sendRecords(app, call, { name: 'brands', model: 'Brand', sheet: brandSheet, statement: brandSheetRows }),
    categories: async ({ db }) => ({ data: await categories(db) }),
  })
}

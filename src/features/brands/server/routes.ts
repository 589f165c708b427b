import type { FastifyInstance } from 'fastify'
import { brands } from '#features/brands/contract.ts'
import { type House, serve } from '#kit/server/serve.ts'
import { deleteBrand, removePlatform } from './delete-brand.ts'
import { brandsOfCompany, pickBrands } from './list-brands.ts'
import { allBrands, categories } from './queries.ts'
import { addBrand, editBrand } from './save-brand.ts'

export function brandRoutes(api: FastifyInstance, house: House): void {
  serve(api, house, brands, {
    list: pickBrands,
    ofCompany: brandsOfCompany,
    allRecords: ({ input, db }) => allBrands(db, input),
    add: addBrand,
    edit: editBrand,
    remove: deleteBrand,
    removePlatform,
    categories: async ({ db }) => ({ data: await categories(db) }),
  })
}

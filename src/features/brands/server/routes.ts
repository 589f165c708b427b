import type { FastifyInstance } from 'fastify'
import { brands } from '#features/brands/contract.ts'
import { type House, serve } from '#kit/server/serve.ts'
import { brandsOfCompany, pickBrands } from './list-brands.ts'

export function brandRoutes(api: FastifyInstance, house: House): void {
  serve(api, house, brands, { list: pickBrands, ofCompany: brandsOfCompany })
}

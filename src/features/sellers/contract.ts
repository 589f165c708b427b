import { z } from 'zod'
import { barNumbers } from '#features/charts/contract.ts'
import { findingOf, listInput } from '#features/findings/contract-schemas.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { pageSchema } from '#kit/contract/page.ts'
import { flag, isNotValid, isRequired } from '#kit/contract/texts.ts'
import { uniqueSeller } from '#platforms/unique-seller.ts'
import { everyone } from '#vocabulary/roles.ts'

const label = 'Seller name'

/** The calls of the Unique Seller screen. */
export const sellers = {
  list: endpoint({
    method: 'GET',
    path: '/ecommerce/uniqueSellerData',
    access: everyone,
    summary: 'E-commerce findings of one seller, a page at a time, with their numbers by month and by company',
    takes: listInput(uniqueSeller, {
      sellerName: z.string(isRequired(label)).trim().min(1, isRequired(label)).max(255, isNotValid(label)),
      /** All brands of the caller's scope instead of the one asked for (G54). */
      allData: flag,
    }),
    answers: z.object({
      data: z.tuple([pageSchema(findingOf(uniqueSeller)), barNumbers, barNumbers]),
      domainUniqueSites: z.array(z.string()),
    }),
  }),
}

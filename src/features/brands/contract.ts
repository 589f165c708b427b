import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { pageAnswer, pageParts } from '#kit/contract/page.ts'
import { flag, id, optionalId } from '#kit/contract/texts.ts'
import { everyone } from '#vocabulary/roles.ts'

/** A brand in pickers: the keys of `platform` mark the platforms it has (C-016). */
export const pickedBrand = z.object({
  id,
  _id: id,
  brandName: z.string(),
  company: id,
  status: z.boolean(),
  platform: z.record(z.string(), z.unknown()),
})
export type PickedBrand = z.output<typeof pickedBrand>

const asked = { ...pageParts, disabledBrands: flag, status: flag, search: z.string().trim().max(200).optional() }

export const brands = {
  list: endpoint({
    method: 'GET',
    path: '/brand',
    access: everyone,
    summary: 'Brands to choose from',
    takes: z.object({ ...asked, company: optionalId }),
    answers: pageAnswer(pickedBrand),
  }),
  ofCompany: endpoint({
    method: 'GET',
    path: '/brand/client/{companyId}',
    access: everyone,
    summary: 'Brands of one company',
    takes: z.object({ ...asked, companyId: z.string() }),
    answers: pageAnswer(pickedBrand),
  }),
}

import { z } from 'zod'
import { listInput } from '#features/findings/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { pageAnswer } from '#kit/contract/page.ts'
import { id } from '#kit/contract/texts.ts'
import { trademark } from '#platforms/trademark.ts'

/** A mark in the trademark clearinghouse, with the domains its owner was told of (C-158). */
export const mark = z.object({
  id,
  _id: id,
  company: z.object({ id, _id: id, name: z.string() }),
  brand: z.object({ id, _id: id, brandName: z.string() }),
  markName: z.string(),
  markType: z.string(),
  status: z.string(),
  reportingDate: z.string(),
  startDate: z.string(),
  expiryDate: z.string(),
  sunriseFlag: z.string(),
  /** The typed number while the list is empty, the length of the list afterwards (G103). */
  notifications: z.number(),
  notificationData: z.array(z.object({ id, _id: id, domain: z.string(), date: z.string() })),
})
export type Mark = z.output<typeof mark>

const asked = { ...trademark, filterAliases: {} }

export const trademarks = {
  list: endpoint({
    method: 'GET',
    path: '/tmch',
    access: ['Client', 'Admin'],
    summary: 'Trademark-clearinghouse marks, a page at a time',
    takes: listInput(asked),
    answers: pageAnswer(mark),
  }),
  download: endpoint({
    method: 'GET',
    path: '/tmch/download-xls',
    access: ['Client', 'Admin'],
    summary: 'Trademark-clearinghouse marks as CSV or Excel',
    takes: listInput(asked, { type: z.enum(['csv', 'excel']).default('excel') }),
    answers: z.unknown(),
    streams: true,
  }),
}

import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { id, messageResponse } from '#kit/contract/texts.ts'
import { onOneLine } from '#vocabulary/one-line.ts'
import { everyone } from '#vocabulary/roles.ts'
import { recordKinds, searchBounds } from './rules.ts'

const record = z.object({
  kind: z.enum(recordKinds),
  /** The id; of a seller, the name in lower case. */
  id: z.string(),
  /** The address, the listing id, or the name. */
  title: z.string(),
  /** What tells it from others alike: brand and company, or the site of a seller. */
  hint: z.string(),
  /** Where it belongs; null where that does not apply. */
  companyId: id.nullable(),
  brandId: id.nullable(),
  platform: z.string().nullable(),
  status: z.string().nullable(),
  reportingDate: z.string().nullable(),
})
export type FoundRecord = z.output<typeof record>

const records = z.object({ records: z.array(record) })

/** Records by the beginning of what names them, for the palette. Everybody finds what they may see. */
export const search = {
  find: endpoint({
    method: 'GET',
    path: '/search',
    access: everyone,
    summary: 'Records by address, domain, listing id, seller, company, brand or user: a few of each kind',
    takes: z.object({ text: z.string().max(searchBounds.longest).transform(onOneLine).default('') }),
    answers: records,
  }),
  recent: endpoint({
    method: 'GET',
    path: '/search/recent',
    access: everyone,
    summary: 'The records that the caller opened last and may still see',
    takes: z.object({}),
    answers: records,
  }),
  opened: endpoint({
    method: 'POST',
    path: '/search/recent',
    access: everyone,
    summary: 'Note a record that the caller opened',
    takes: z.object({
      kind: z.enum(recordKinds),
      record: z.string().trim().min(1).max(500),
      companyId: id.nullable().default(null),
    }),
    answers: messageResponse,
  }),
}

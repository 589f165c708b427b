import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { clamped, listParams, resultsSchema } from '#kit/contract/page.ts'
import { messageResponse, id, optionalBoolean, version } from '#kit/contract/texts.ts'
import { adminPlatformValue } from '#vocabulary/platform-names.ts'
import { brandNotOfCompany, companyRequired, listNotValid, listRequired, platformUnknown } from './messages.ts'

/** Maximum number of lines of one list (G107). */
export const maxLines = 20_000

/** A white list: a company's own addresses, which are never reported. No brand or platform means all of them. */
export const whiteList = z.object({
  id,
  _id: id,
  company: z.object({ id, _id: id, name: z.string() }),
  brand: z.object({ id, _id: id, brandName: z.string() }).nullable(),
  platform: z.string().nullable(),
  status: z.boolean(),
  /** The lines as they were written, in file order; only the first ones if `urls` limits them. */
  whitelabelUrl: z.array(z.string()),
  /** Total number of addresses. */
  urlCount: z.number(),
  version: z.number(),
})
export type WhiteList = z.output<typeof whiteList>

/** A text that may be missing, empty or blank; all three mean 'all'. */
const orAll = z.preprocess(
  (raw) => ((typeof raw === 'string' && raw.trim() === '') || raw === null ? undefined : raw),
  z.string(platformUnknown).optional(),
)
const platform = orAll.transform((raw, context) => {
  if (raw === undefined) return undefined
  const value = adminPlatformValue(raw.trim())
  if (!value) context.addIssue({ code: 'custom', message: platformUnknown })
  return value
})

export const whiteLabel = {
  list: endpoint({
    method: 'GET',
    path: '/white-label/getRecords',
    access: ['Admin'],
    summary: 'White lists, a page at a time',
    takes: z.object({
      ...listParams,
      perPage: clamped(1, 100),
      /** Maximum number of addresses to return per list; default: all. */
      urls: clamped(0, maxLines),
    }),
    answers: resultsSchema(whiteList),
  }),
  read: endpoint({
    method: 'GET',
    path: '/white-label/{id}',
    access: ['Admin'],
    summary: 'One white list with all its addresses',
    takes: z.object({ id }),
    answers: whiteList,
  }),
  save: endpoint({
    method: 'POST',
    path: '/white-label/save',
    access: ['Admin'],
    summary: 'Add a white list from a stored text file',
    takes: z.object({
      company: z.uuid(companyRequired),
      brand: orAll.pipe(z.uuid(brandNotOfCompany).optional()),
      platform,
      locationURL: z.string(listRequired).trim().min(1, listRequired).max(4096, listNotValid),
      status: optionalBoolean('Status'),
    }),
    answers: messageResponse.extend({ data: whiteList }),
    ownTransactions: true,
  }),
  edit: endpoint({
    method: 'POST',
    path: '/white-label/edit',
    access: ['Admin'],
    summary: 'Replace the addresses of a white list, or switch it on or off',
    takes: z.object({
      whitelabelId: z.string().max(64),
      /** A list or a text of lines; if missing, the addresses stay unchanged. */
      whitelabelUrl: z.union([z.string(), z.array(z.string())], listNotValid).optional(),
      status: optionalBoolean('Status'),
      version,
    }),
    answers: messageResponse.extend({ data: whiteList }),
    // The maximum size of a file plus JSON encoding, in bytes.
    bodyLimit: 12 * 1024 * 1024,
    ownTransactions: true,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/white-label/delete/{id}',
    access: ['Admin'],
    summary: 'Delete a white list',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
}

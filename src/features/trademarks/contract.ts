import { z } from 'zod'
import { listInput } from '#features/findings/contract-schemas.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { pageSchema } from '#kit/contract/page.ts'
import { sheetFormat } from '#kit/contract/sheet-format.ts'
import { messageResponse, id } from '#kit/contract/texts.ts'
import { markTypes, trademark } from '#platforms/trademark.ts'

/** One of the marks that a signed mark file holds. */
const signedEntry = z.object({
  markName: z.string(),
  markType: z.enum(markTypes),
  startDate: z.string(),
  expiryDate: z.string(),
  /** The number of its registration or reference. */
  number: z.string(),
  /** The country or office code it is registered for, and its Nice classes; unknown for marks read before they were. */
  country: z.string().optional(),
  classes: z.array(z.string()).optional(),
  /** Its holders that are its owners; unknown for marks read before they were, and where the file names only others. */
  owner: z.string().optional(),
  labels: z.array(z.string()),
})
export type SignedEntry = z.output<typeof signedEntry>

/** A mark in the trademark clearinghouse, with the domains its owner was notified of (C-158). */
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
  /** The signed mark file it was read from, if any. */
  smdId: z.string().nullable(),
  /** Whether its certificate was compared with a current revocation list; null where that is not recorded. */
  isRevocationKnown: z.boolean().nullable(),
  /** All marks of that file; the record has the name of one of them. */
  signedMarks: z.array(signedEntry),
  /** Domain labels the mark covers, in A-label form. */
  labels: z.array(z.string()),
  /** Those of them on the loaded claims list (DNL). */
  claimedLabels: z.array(z.string()),
  /** When the signed mark was revoked, by the loaded revocation list (SMDRL). */
  revokedAt: z.string().nullable(),
  version: z.number(),
})
export type Mark = z.output<typeof mark>

const listDefinition = { ...trademark, filterAliases: {} }

/** A raw form value; bounds and existence are checked together, so that all errors are returned at once (G107). */
const formCell = (label: string) => z.union([z.string(), z.number()], { error: `${label} is not valid` }).nullish()

/** The text of a signed mark file, limited by its length as JSON. */
const signedMarkText = z.string().max(1_000_000, 'Size check failed: a signed mark file must not exceed 256 KB.')

const markCells = {
  company: formCell('Company'),
  brand: formCell('Brand'),
  markName: formCell('Mark Name'),
  reportingDate: formCell('Reporting Date'),
  markType: formCell('Mark Type'),
  status: formCell('Status'),
  startDate: formCell('Start Date'),
  expiryDate: formCell('Expiry Date'),
  sunriseFlag: formCell('Sunrise Flag'),
  notifications: formCell('Notifications'),
  /** The signed mark file the form was filled from; the server verifies it again. */
  signedMark: signedMarkText.nullish(),
}
const markForm = z.object(markCells)
export type MarkForm = z.output<typeof markForm>

/** The content of a valid signed mark file: its marks in order, at least one, and the labels of all of them. */
const signedMarkContent = z.object({
  smdId: z.string(),
  marks: z.array(signedEntry).min(1),
  labels: z.array(z.string()),
  /** Whether the certificate was compared with a current revocation list of the clearinghouse. */
  isRevocationKnown: z.boolean(),
})
export type SignedMarkContent = z.output<typeof signedMarkContent>

/** A loaded list of the clearinghouse and our marks that are on it. */
const loadedList = z.object({
  kind: z.enum(['DNL', 'SMDRL']),
  madeAt: z.string(),
  loadedAt: z.string(),
  entries: z.number(),
  /** Whether it came with the signature of the clearinghouse. */
  isSigned: z.boolean(),
  /** The digest of that signature, such as 'SHA-1', which is vulnerable to collisions; null without a signature. */
  signedWith: z.string().nullable(),
  /** Number of our marks on the list; `marks` has at most the first hundred. */
  found: z.number(),
  marks: z.array(
    z.object({ id, markName: z.string(), company: z.string(), brand: z.string(), matches: z.array(z.string()) }),
  ),
})
export type LoadedList = z.output<typeof loadedList>

const admins = ['Admin'] as const

export const trademarks = {
  list: endpoint({
    method: 'GET',
    path: '/tmch',
    access: ['Client', 'Admin'],
    summary: 'Trademark-clearinghouse marks, a page at a time',
    takes: listInput(listDefinition, { search: z.string().trim().max(200).optional() }),
    answers: pageSchema(mark),
  }),
  download: endpoint({
    method: 'GET',
    path: '/tmch/download-xls',
    access: ['Client', 'Admin'],
    summary: 'Trademark-clearinghouse marks as CSV or Excel',
    takes: listInput(listDefinition, { type: sheetFormat }),
    answers: z.unknown(),
    streams: true,
  }),
  save: endpoint({
    method: 'POST',
    path: '/tmch/save',
    access: admins,
    summary: 'Add a trademark-clearinghouse mark',
    takes: markForm,
    answers: messageResponse.extend({ data: mark }),
  }),
  readSignedMark: endpoint({
    method: 'POST',
    path: '/tmch/read-signed-mark',
    access: admins,
    summary: 'Verify a signed mark file (.smd, RFC 7848) and return its content; nothing is stored',
    takes: z.object({ file: signedMarkText }),
    answers: messageResponse.extend({ data: signedMarkContent }),
  }),
  lists: endpoint({
    method: 'GET',
    path: '/tmch/lists',
    access: admins,
    summary: 'The loaded claims (DNL) and revocation (SMDRL) lists, with our marks that are on them',
    takes: z.object({}),
    answers: z.array(loadedList),
  }),
  loadList: endpoint({
    method: 'POST',
    path: '/tmch/load-list',
    access: admins,
    summary: 'Load a claims (DNL) or revocation (SMDRL) list (RFC 9361); it replaces the previous one',
    takes: z.object({
      file: z.string().min(1, 'The file is empty.'),
      /** Its detached OpenPGP signature, which the clearinghouse publishes next to the list. */
      signature: z.string().max(20_000, 'The signature file is too large.').optional(),
    }),
    answers: messageResponse.extend({ data: loadedList }),
    bodyLimit: 24 * 1024 * 1024,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/tmch/{id}',
    access: admins,
    summary: 'Change a trademark-clearinghouse mark; with `version`, only if nobody has changed it since',
    takes: z.object({ ...markCells, id, version: z.int32().optional() }),
    answers: messageResponse.extend({ data: mark }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/tmch/{id}',
    access: admins,
    summary: 'Delete a trademark-clearinghouse mark',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
  addNotification: endpoint({
    method: 'POST',
    path: '/tmch/{id}/add-notification',
    access: admins,
    summary: "Add a domain the mark's owner was notified of",
    takes: z.object({ id, domain: formCell('Domain'), date: formCell('Date') }),
    answers: messageResponse.extend({ data: mark }),
  }),
}

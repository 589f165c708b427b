import { z } from 'zod'
import { type Column, readCell } from '#columns/column.ts'
import { findingOf, findingsPage, listInput } from '#features/findings/contract-schemas.ts'
import { gstPattern, optionalText, reference, text } from '#kit/contract/bounds.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { pageSchema } from '#kit/contract/page.ts'
import { sheetFormat } from '#kit/contract/sheet-format.ts'
import { messageResponse, id, isNotValid, version } from '#kit/contract/texts.ts'
import { purchaseColumns, trapPurchase } from '#platforms/trap-purchase.ts'
import { readDay } from '#vocabulary/dates.ts'
import { everyone } from '#vocabulary/roles.ts'
import { purchaseComplete, readStatus } from '#vocabulary/statuses.ts'
import { tooManyImages } from './messages.ts'
import { missingWhenComplete } from './rules.ts'

/** Maximum number of images of one purchase (G94). */
export const maxImages = 20

/** The record of a trap purchase (C-157). Files are links that only the requesting user can open. */
export const purchaseRecord = z.object({
  id,
  _id: id,
  sellerName: z.string(),
  sellerAddress: z.string(),
  sellerCity: z.string(),
  sellerState: z.string(),
  sellerCountry: z.string(),
  /** YYYY-MM-DD, or blank. */
  purchasedOn: z.string(),
  orderNumber: z.string(),
  fault: z.string(),
  pricePaid: z.number().nullable(),
  pan: z.string(),
  invoice: z.string(),
  gstNumber: z.string(),
  productNote: z.string(),
  invoiceFile: z.string().nullable(),
  gstFile: z.string().nullable(),
  imageUrls: z.array(z.string()),
  version: z.number(),
})
export type PurchaseRecord = z.output<typeof purchaseRecord>

/** An e-commerce finding with its purchase; null until one is recorded. */
const boughtFinding = findingOf(trapPurchase).extend({ purchase: purchaseRecord.nullable() })
export type BoughtFinding = z.output<typeof boughtFinding>

const { pricePaid: price, ...texts } = purchaseColumns
const bound = (column: Column) => optionalText(column.label, { max: column.max })
const maxPricePaid = 10_000_000

const pricePaid = z
  .unknown()
  .optional()
  .transform((raw, context): number | null => {
    const read = readCell(price, raw)
    const value = 'value' in read ? (read.value as number | null) : undefined
    if (value === undefined || (value ?? 0) > maxPricePaid) {
      context.addIssue({ code: 'custom', message: isNotValid(price.label) })
      return null
    }
    return value
  })

/** The day of the purchase as YYYY-MM-DD; blank without one. */
const purchasedOn = z
  .string()
  .max(40)
  .nullish()
  .transform((raw, context): string => {
    if (!raw?.trim()) return ''
    const day = readDay(raw)
    if (day === undefined) context.addIssue({ code: 'custom', message: isNotValid(texts.purchasedOn.label) })
    return day ?? ''
  })

/** An uploaded file by the link or key its upload returned; undefined when there is none. */
const file = z
  .string()
  .max(2048)
  .nullish()
  .transform((link) => link || undefined)

const saveFields = z.object({
  /** The finding that was bought. */
  eId: z.string(),
  sellerName: text(texts.sellerName.label, { min: 1, max: texts.sellerName.max }),
  sellerAddress: optionalText(texts.sellerAddress.label, { max: texts.sellerAddress.max, multiline: true }),
  sellerCity: bound(texts.sellerCity),
  sellerState: bound(texts.sellerState),
  sellerCountry: bound(texts.sellerCountry),
  purchasedOn,
  orderNumber: bound(texts.orderNumber),
  /** What a notice about the counterfeit says of the goods. */
  fault: optionalText(texts.fault.label, { max: texts.fault.max, multiline: true }),
  pricePaid,
  pan: optionalText(texts.pan.label, { max: 100, pattern: /^[a-z]{5}\d{4}[a-z]$/i }),
  invoice: bound(texts.invoice),
  gstNumber: optionalText(texts.gstNumber.label, { max: 100, pattern: gstPattern }),
  productNote: optionalText(texts.productNote.label, { max: texts.productNote.max, multiline: true }),
  invoiceFile: file,
  gstFile: file,
  imageUrls: z.array(z.string().max(2048), isNotValid('Images')).max(maxImages, tooManyImages).default([]),
  /** If empty a purchase is added, otherwise this one is changed (G93). */
  selectedPurchaseId: z
    .string()
    .nullish()
    .transform((given) => given || undefined),
  /** The new status of the finding; if missing it stays unchanged. */
  selectedStatus: z
    .union([z.string(), z.number()])
    .nullish()
    .transform((given) => (given === null || given === undefined || given === '' ? undefined : String(given))),
  version,
})
export type PurchaseInput = z.output<typeof saveFields>

/** The fields and, where the status is complete, what that needs: together, so that one save shows every error. */
const saveInput = saveFields.superRefine(
  (given: Readonly<Record<string, unknown>> | null, context) => {
    const status = given?.['selectedStatus']
    if (typeof status !== 'string' || readStatus(status) !== purchaseComplete) return
    const refused = new Set(context.issues.map(({ path }) => path?.[0]))
    for (const [field, message] of Object.entries(missingWhenComplete(given!)))
      if (!refused.has(field)) context.addIssue({ code: 'custom', path: [field], message })
  },
  { when: () => true },
)

const path = '/trapPurchase'
const staffList = listInput(trapPurchase, { company: reference('Company') })

export const purchases = {
  list: endpoint({
    method: 'GET',
    path: `${path}/v2/getTrapPurchaseRecord`,
    access: everyone,
    summary: 'Trap purchases, a page at a time',
    takes: listInput(trapPurchase),
    answers: findingsPage(boughtFinding),
  }),
  download: endpoint({
    method: 'GET',
    path: `${path}/download-xls`,
    access: everyone,
    summary: 'Trap purchases as Excel or CSV',
    takes: listInput(trapPurchase, { type: sheetFormat }),
    answers: z.unknown(),
    streams: true,
  }),
  records: endpoint({
    method: 'GET',
    path: `${path}/getTrapPurchaseRecords`,
    access: ['Admin'],
    summary: 'Trap purchases of a company for those who enter them',
    takes: staffList,
    answers: pageSchema(boughtFinding)
      .omit({ docs: true })
      .extend({ data: z.array(boughtFinding) }),
  }),
  save: endpoint({
    method: 'POST',
    path,
    access: ['Admin'],
    summary: 'Add or change the purchase of a finding and set its status',
    takes: saveInput,
    answers: messageResponse.extend({ data: purchaseRecord }),
  }),
}

const stored = z.object({
  ResponseData: z.array(z.object({ Location: z.string(), Bucket: z.string(), Key: z.string() })),
})
const upload = (name: string, summary: string) =>
  endpoint({
    method: 'POST',
    path: `${path}/${name}`,
    access: ['Admin'],
    summary,
    takes: z.looseObject({}),
    answers: stored,
    body: 'files',
  })

/** Files of a purchase (G94). */
export const purchaseFiles = {
  images: upload('uploadImageUrls', 'Store pictures of a purchase'),
  gst: upload('uploadGSTFile', 'Store the GST certificate of a seller'),
  invoice: upload('uploadInvoiceFile', 'Store the invoice of a purchase'),
}

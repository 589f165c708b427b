import { z } from 'zod'
import { rowsPerSheet } from '#columns/sheet.ts'

/** Most rows of one call: 25,000, saved in one transaction (G68 override). */
export const rowsPerCall = rowsPerSheet

/**
 * The body of an upload or an edit, for the API documentation only. It is parsed in a worker thread and validated by
 * server/read-header.ts; nothing is validated here.
 */
export const rowsBody = z.looseObject({
  data: z.array(z.looseObject({})).optional(),
  company: z.string().optional(),
  brand: z.string().optional(),
  platform: z.string().optional(),
  reportingDate: z.string().optional(),
  duplicateLidCheck: z.boolean().optional(),
})

/** One rejected row: `index` is its 0-based position in `data`; also its key column and the reason (S-260). */
export const refusedRow = z.looseObject({
  index: z.number(),
  sn: z.unknown(),
  reason: z.string(),
  column: z.string().optional(),
})
export type RefusedRow = z.output<typeof refusedRow>

/** The report of a rejected upload (S-249) or of a check. */
export const uploadReport = z.object({
  message: z.string(),
  urlCount: z.number(),
  lidCount: z.number(),
  whiteLabelUrl: z.number(),
  imageCount: z.number(),
  invalidDomainCount: z.number(),
  statusCount: z.number(),
  /** Rows whose key is already stored. Uploading the same sheet twice reports every row here. */
  storedCount: z.number(),
  cellCount: z.number(),
  whiteLabelDuplicates: z.array(refusedRow),
  urlDuplicates: z.array(refusedRow),
  lidDuplicates: z.array(refusedRow),
  imageDuplicates: z.array(refusedRow),
  brandDuplicates: z.array(refusedRow),
  statusDuplicates: z.array(refusedRow),
  /** Cells that cannot be parsed (bad price, bad address …); `column` names the cell. */
  cellErrors: z.array(refusedRow),
  /** Every rejected row once, in sheet order. */
  duplicates: z.array(refusedRow),
})
export type UploadReport = z.output<typeof uploadReport>

/** Largest body in bytes: 25,000 rows of 2,600 characters. Real sheets have 400 to 900 characters a row. */
export const rowsBodyLimit = 64 * 1024 * 1024

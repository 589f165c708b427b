import { z } from 'zod'
import { rowsPerSheet } from '#columns/sheet.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { messageResponse } from '#kit/contract/texts.ts'
import { staff } from '#vocabulary/roles.ts'

/** Most rows of one call: 25,000, saved in one transaction (G68 override). */
export const rowsPerCall = rowsPerSheet

/**
 * The body of an upload, for the API documentation only. It is parsed in a worker thread and validated by
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
export const refusedRow = z.looseObject({ index: z.number(), sn: z.unknown(), reason: z.string() })
export type RefusedRow = { index: number; sn: unknown; reason: string; column?: string } & Record<string, unknown>

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

/** Bytes: 25,000 rows of 2,600 characters. Real sheets have 400 to 900 characters a row. */
const bodyLimit = 64 * 1024 * 1024

export const intake = {
  save: endpoint({
    method: 'POST',
    path: '/save-bulk-data',
    access: staff,
    summary: 'Save 1 to 25,000 findings, all or nothing (409 returns the report)',
    takes: rowsBody,
    answers: messageResponse.extend({ saved: z.number() }),
    body: 'rows',
    bodyLimit,
    ownTransactions: true,
  }),
  check: endpoint({
    method: 'POST',
    path: '/save-bulk-data/check',
    access: staff,
    summary: 'Report what saving would do, without saving',
    takes: rowsBody,
    answers: uploadReport.extend({ wouldSave: z.number() }),
    body: 'rows',
    bodyLimit,
    ownTransactions: true,
  }),
  template: endpoint({
    method: 'GET',
    path: '/save-bulk-data/template/{platform}',
    access: staff,
    summary: 'The empty upload sheet of a platform (.xlsx)',
    takes: z.object({ platform: z.string() }),
    answers: z.unknown(),
    streams: true,
  }),
}

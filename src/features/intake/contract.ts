import { z } from 'zod'
import { rowsBody, rowsBodyLimit, uploadReport } from '#features/staging-rows/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { id, messageResponse } from '#kit/contract/texts.ts'
import { staff } from '#vocabulary/roles.ts'

export const intake = {
  save: endpoint({
    method: 'POST',
    path: '/save-bulk-data',
    access: staff,
    summary:
      'Save 1 to 25,000 new findings, all or nothing (409 returns the report); `batch` lists them for enforcement',
    takes: rowsBody,
    answers: messageResponse.extend({ saved: z.number(), batch: id }),
    body: 'rows',
    bodyLimit: rowsBodyLimit,
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
    bodyLimit: rowsBodyLimit,
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

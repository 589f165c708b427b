import { z } from 'zod'
import { refusedRow, rowsBody, rowsBodyLimit, rowsPerCall, uploadReport } from '#features/staging-rows/contract.ts'
import { day, reference } from '#kit/contract/bounds.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { messageResponse, id, isRequired } from '#kit/contract/texts.ts'
import { platformOf } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { refangAddress } from '#vocabulary/addresses.ts'
import { earliestReportingDate } from '#vocabulary/dates.ts'
import { staff } from '#vocabulary/roles.ts'
import { messages } from './messages.ts'

/** Maximum number of rows in one fetch: as many as one save takes. */
export const rowsPerFetch = rowsPerCall
/** Records one call deletes (G72). */
export const deletionsPerCall = 1_000
/** Nightly job: removes findings for good that were deleted more than a year ago (G72). */
export const removeDeleted = job({ name: 'remove-deleted', payload: z.object({}), tries: 3, cron: '20 21 * * *' })
/** Findings got another address: what was seen at the old one says nothing any more. Enqueued in the transaction of the edit. */
export const addressesEdited = job({
  name: 'addresses-edited',
  payload: z.object({ companyId: z.uuid(), platform: z.string(), findingIds: z.array(z.uuid()).min(1) }),
  tries: 5,
})
/** How long a deletion can be undone on the screen, in seconds. */
export const undoSeconds = 10
/** Maximum number of filters in one fetch (G116). */
const maxFilters = 20
/** Bytes of an undo: room for the ids of all rows of a sheet. */
const restoreLimit = 2 * 1024 * 1024

/** The report of a rejected edit (S-249), and the rows that somebody else saved or deleted since they were fetched. */
export const editReport = uploadReport.extend({ changed: z.array(refusedRow) })
export type EditReport = z.output<typeof editReport>

/** The columns of the edit sheet in order (S-027), including brand and date, which cannot be changed. */
export function editedColumns(platform: FindingPlatformDefinition): string[] {
  return [...platform.imported, ...platform.importedIfNamed]
}

/** The columns of them that are shown and checked, and cannot be changed. */
export const lockedColumns: ReadonlySet<string> = new Set(['brand', 'dateAdded'])

/** The columns that can be changed. */
export function changedColumns(platform: FindingPlatformDefinition): string[] {
  return editedColumns(platform).filter((name) => !lockedColumns.has(name))
}

const platform = z
  .string({ error: (issue) => (issue.input ? messages.platformNotValid : isRequired('Platform')) })
  .transform((raw, context) => {
    const found = platformOf(raw)
    if (!found)
      context.addIssue({ code: 'custom', message: raw.trim() ? messages.platformNotValid : isRequired('Platform') })
    return found!
  })

const scope = { company: reference('Company'), brand: reference('Brand'), platform }

const cell = z.union([z.string().max(2048), z.number(), z.boolean()]).nullish()
const idsUpTo = (max: number) =>
  z
    .array(z.union([z.string().max(64), z.object({ id: z.string().max(64) }).transform((one) => one.id)]), {
      error: messages.dataNotValid,
    })
    .min(1, messages.dataNotValid)
    .max(max, messages.dataNotValid)

/** What a fetched row has besides its cells (S-104): its number, and where its picture is stored. */
const extras = {
  sn: z.number(),
  imageUrl: z.string().nullable(),
  s3BucketName: z.string().nullable(),
  s3FullImagePath: z.string().nullable(),
}

/** The calls of Edit Data. */
export const editing = {
  dates: endpoint({
    method: 'POST',
    path: '/save-bulk-data/fetch-available-reporting-dates',
    access: staff,
    summary: 'Reporting dates on which a brand has findings of a platform, newest first (YYYY-MM-DD)',
    takes: z.object(scope),
    answers: z.array(z.string()),
    ownTransactions: true,
  }),
  fetch: endpoint({
    method: 'POST',
    path: '/save-bulk-data/fetch-bulk-data',
    access: staff,
    summary:
      'The findings of a brand, platform and reporting date to edit, up to 25,000, in the order they were stored',
    takes: z
      .object({
        ...scope,
        reportingDate: day('Reporting date', earliestReportingDate),
        filters: z.record(z.string().max(60), cell).nullish(),
      })
      .transform((input, context) => {
        const { platform: definition, filters } = input
        const given = Object.entries(filters ?? {}).flatMap(([name, text]): [string, string][] => {
          const plain = refangAddress(String(text ?? '').trim())
          return plain === '' ? [] : [[name, plain]]
        })
        const known = definition ? editedColumns(definition) : []
        if (given.length > maxFilters || given.some(([name]) => !known.includes(name)))
          context.addIssue({ code: 'custom', path: ['filters'], message: messages.filtersNotValid })
        return { ...input, filters: given }
      }),
    /** `rowVersion` counts the changes of a row; `more`: there are further rows, reachable with a filter. */
    answers: z.object({
      data: z.array(z.looseObject({ id, _id: id, rowVersion: z.number(), ...extras })),
      more: z.boolean(),
    }),
    streams: true,
    ownTransactions: true,
  }),
  save: endpoint({
    method: 'POST',
    path: '/save-bulk-data/bulk-update',
    access: staff,
    summary:
      'Save changes of 1 to 25,000 findings, all or nothing; columns a row omits stay unchanged (409 has the report)',
    takes: rowsBody,
    answers: messageResponse.extend({ updated: z.number(), batch: id }),
    body: 'rows',
    bodyLimit: rowsBodyLimit,
    ownTransactions: true,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/save-bulk-data/delete-multiple',
    access: staff,
    summary: 'Delete 1 to 1,000 findings, all or none',
    takes: z.object({ ...scope, data: idsUpTo(deletionsPerCall) }),
    answers: messageResponse.extend({ deleted: z.number() }),
  }),
  restore: endpoint({
    method: 'POST',
    path: '/save-bulk-data/undo-delete-multiple',
    access: staff,
    summary: 'Undo one’s own deletion of the last seconds, 1 to 25,000 findings, all or nothing',
    takes: z.object({ ...scope, data: idsUpTo(rowsPerFetch) }),
    answers: messageResponse.extend({ restored: z.number() }),
    bodyLimit: restoreLimit,
    ownTransactions: true,
  }),
}

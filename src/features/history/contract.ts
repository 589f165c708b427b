import { z } from 'zod'
import { takenOut } from '#features/exports/contract-schemas.ts'
import { inOrder, notInOrder } from '#kit/contract/day-order.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { direction, pageSchema, pageParams } from '#kit/contract/page.ts'
import { sheetFormat } from '#kit/contract/sheet-format.ts'
import { id, instant, isNotValid, optionalId } from '#kit/contract/texts.ts'
import { readDay } from '#vocabulary/dates.ts'
import { adminPlatformValue } from '#vocabulary/platform-names.ts'
import { everyone } from '#vocabulary/roles.ts'
import { readStatus } from '#vocabulary/statuses.ts'

/**
 * A text parameter that is parsed into a value; empty means no filter, invalid text is rejected with the label of the
 * field.
 */
const readAs = <Value>(label: string, read: (text: string) => Value | undefined) =>
  z
    .string()
    .max(200)
    .optional()
    .transform((raw, context) => {
      const text = raw?.trim() ?? ''
      if (text === '') return undefined
      const value = read(text)
      if (value === undefined) context.addIssue({ code: 'custom', message: isNotValid(label) })
      return value
    })

const textFilter = (label: string) =>
  z
    .string()
    .trim()
    .max(200, isNotValid(label))
    .optional()
    .transform((text) => text || undefined)

/** Where a page of the log begins: after the row with this time and id, as returned with each row. */
const cursor = readAs('After', (text) => {
  const [, at, after] = /^(.{1,40})_([0-9a-f-]{36})$/i.exec(text) ?? []
  const isValid = instant(isNotValid('After')).safeParse(at).success && id.safeParse(after).success
  return isValid ? { at: at!, id: after! } : undefined
})

const filters = {
  /** URL or domain, same as searchTerm (G108). */
  search: textFilter('Search'),
  company: optionalId,
  brand: optionalId,
  platform: readAs('Platform', adminPlatformValue),
  startDate: readAs('Start date', readDay),
  endDate: readAs('End date', readDay),
  username: textFilter('Username'),
  searchTerm: textFilter('Search term'),
  selectedFromStatus: readAs('Status from', readStatus),
  selectedToStatus: readAs('Status to', readStatus),
  /** One of `sortedBy`; anything else is the time, newest first (G11). */
  sortBy: z.string().max(60).optional(),
  sortDirection: direction,
  sortOrder: direction,
}

/** The columns the log can be sorted by, as `sortBy` names them. */
export const sortedBy = [
  'company',
  'brand',
  'platform',
  'module',
  'username',
  'searchTerm',
  'createdAt',
  'statusFrom',
  'statusTo',
] as const
export type SortColumn = (typeof sortedBy)[number]

/** Days a search goes back when no dates are given. */
export const defaultDays = 30

/** One change of a finding's status. */
export const logRecord = z.object({
  id,
  _id: id,
  company: z.object({ id, _id: id, name: z.string() }),
  brand: z.object({ id, _id: id, brandName: z.string() }),
  platform: z.string(),
  module: z.string(),
  reqUserId: z.object({ id: id.nullable(), _id: id.nullable(), username: z.string() }),
  searchTerm: z.string(),
  createdAt: z.string(),
  /** Empty for a new record (G112). */
  statusFrom: z.string(),
  statusTo: z.string(),
  /** The finding's id. */
  finding: id,
  /**
   * Pass it as `after` to get the rows that follow this one: as fast at the end of the log as at its beginning. In the
   * order of the time only; other orders are read by `page`.
   */
  cursor: z.string(),
})
export type LogRecord = z.output<typeof logRecord>

/** What a line of the data log is about; empty means all. */
export const dataLogTypes = ['add', 'update', 'delete', 'export'] as const

/** Which lines of the data log: by what was done, by whom, where, to what and when. */
const dataLogFilters = {
  type: readAs('Type', (text) => dataLogTypes.find((one) => one === text)),
  /** Part of the full name or username of whoever did it. */
  person: textFilter('Person'),
  company: optionalId,
  model: textFilter('Model'),
  startDate: readAs('Start date', readDay),
  endDate: readAs('End date', readDay),
  /** Part of the subject, or the id of the record. */
  subject: textFilter('Subject'),
}

/** A field that a change gave another value, as the screens name and show it. */
const fieldChange = z.object({ field: z.string(), before: z.string(), after: z.string() })

/** One add, update, delete or export of records. */
export const dataRecord = z.object({
  id,
  _id: id,
  type: z.string(),
  model: z.string(),
  totalAffectedRecords: z.number(),
  updatedBy: z.object({ id: id.nullable(), _id: id.nullable(), firstName: z.string(), lastName: z.string() }),
  createdAt: z.string(),
  /** Of which company; blank where a record belongs to none. */
  company: z.string(),
  /** What it was about, as the screens name it; blank for changes before this was stored. */
  subject: z.string(),
  /** The record, where it was one and is known. */
  recordId: id.nullable(),
  /** Fields of the record that changed; passwords and the like without their values. */
  changes: z.array(fieldChange),
  /** What an export contained; null for other types, and for exports before this was stored. */
  takenOut: takenOut.nullable(),
})
export type DataRecord = z.output<typeof dataRecord>

/** A change of a finding's status, as everybody who sees the finding may know it. */
export const seenChange = z.object({
  id,
  at: z.string(),
  /** Empty for the member of staff who made it, where a Client asks; null: the console itself. */
  by: z.string().nullable(),
  module: z.string(),
  statusFrom: z.string(),
  statusTo: z.string(),
  /** Identifies the change for undo; null where the caller cannot undo it. */
  moment: z.string().nullable(),
})
export type SeenChange = z.output<typeof seenChange>

export const history = {
  search: endpoint({
    method: 'GET',
    path: '/data-log/searchLogRecord',
    access: ['Admin'],
    summary:
      'Changes of status, newest first unless sorted, by company, brand, platform, dates, person, address and statuses',
    takes: z
      .object({
        ...pageParams,
        ...filters,
        after: cursor,
        /**
         * Counts exactly, however long it takes; otherwise totalDocs may be a lower bound, and totalIsExact is false.
         */
        exact: z.string().max(5).optional(),
      })
      .refine(inOrder, notInOrder),
    answers: pageSchema(logRecord).extend({ totalIsExact: z.boolean() }),
  }),
  download: endpoint({
    method: 'GET',
    path: '/data-log/download-xls',
    access: ['Admin'],
    summary: 'Changes of status as CSV or Excel, by the filters of the search',
    takes: z.object({ ...filters, type: sheetFormat }).refine(inOrder, notInOrder),
    answers: z.unknown(),
    streams: true,
  }),
  finding: endpoint({
    method: 'GET',
    path: '/data-log/finding/{id}',
    access: ['Admin'],
    summary: 'A finding in its present state, and every change of its status',
    takes: z.object({ id }),
    answers: z.object({
      platform: z.string(),
      /** null: the finding has been deleted; its log remains. */
      finding: z.looseObject({ id }).nullable(),
      changes: z.array(logRecord),
    }),
  }),
  changes: endpoint({
    method: 'GET',
    path: '/data-log/changes/{id}',
    access: everyone,
    summary: 'Every change of the status of a finding in the own scope, newest first, and which one can be undone',
    takes: z.object({ id, platform: z.string().max(60) }),
    answers: z.object({ changes: z.array(seenChange) }),
  }),
  dataLog: endpoint({
    method: 'GET',
    path: '/data-log',
    access: ['Admin'],
    summary:
      'What was added, updated, deleted and exported, newest first, by type, person, company, model, dates and subject',
    takes: z.object({ ...pageParams, ...dataLogFilters }).refine(inOrder, notInOrder),
    answers: pageSchema(dataRecord),
  }),
  downloadDataLog: endpoint({
    method: 'GET',
    path: '/data-log/download-changes',
    access: ['Admin'],
    summary:
      'What was added, updated, deleted and exported as CSV or Excel, by the same filters, with each field changed',
    takes: z.object({ ...dataLogFilters, format: sheetFormat }).refine(inOrder, notInOrder),
    answers: z.unknown(),
    streams: true,
  }),
}

/** Every night: drops months of the logs that are older than three years (G106). */
export const dropOldLogs = job({ name: 'drop-old-logs', payload: z.object({}), tries: 3, cron: '40 20 * * *' })

import { z } from 'zod'
import { jobCalls, jobFields, retryCall } from '#features/tool-jobs/contract-schemas.ts'
import { text } from '#kit/contract/bounds.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { clamped, pageParams, pageSchema } from '#kit/contract/page.ts'
import { flag, id, isNotValid, messageResponse } from '#kit/contract/texts.ts'
import { platformOf } from '#platforms/all.ts'
import { staff } from '#vocabulary/roles.ts'
import { messages } from './messages.ts'
import { maxNameLength, type ReadLane, readLanes, type RefreshLane } from './rules.ts'

/** A job as every scrapper list shows it (S-115, G122). */
const record = z.object({
  ...jobFields,
  /** Shown as Username. */
  receiverEmail: z.string(),
  /** The typed name, twice: old records have brandName. */
  fileName: z.string(),
  brandName: z.string(),
  numOfRecords: z.number(),
})
export type ScraperRecord = z.output<typeof record>

/** With every list: the caller's own address, and why no page can be opened here. */
const besideList = { email: z.string(), missing: z.string().nullable() }

const filename = text('Filename', { min: 1, max: maxNameLength })

const readPlatform = z.string({ error: messages.chooseOption }).transform((raw, context) => {
  const found = platformOf(raw)
  if (!found)
    context.addIssue({
      code: 'custom',
      message: raw.trim() === '' ? messages.chooseOption : isNotValid('Platform'),
    })
  return found!
})

const queueCall = (lane: ReadLane) =>
  endpoint({
    method: 'POST',
    path: `/scraped/scrapper${lane}/postdata`,
    access: staff,
    summary: `Queue a list of addresses in scrapper ${lane}; location is the Location of an upload`,
    takes: z.object({
      filename,
      platform: readPlatform,
      /** Ignored: the result goes to the caller's own address. */
      email: z.string().max(320).optional(),
      location: z.string({ error: messages.fileRequired }).trim().min(1, messages.fileRequired).max(2048),
      /** Also keep each page as a WACZ file. */
      archive: flag,
    }),
    answers: messageResponse.extend({ id, numOfRecords: z.number() }),
    ownTransactions: true,
  })

const listCall = (lane: ReadLane) =>
  endpoint({
    method: 'GET',
    path: `/scraped/scrapper${lane}/getdata`,
    access: staff,
    summary: `The jobs of scrapper ${lane}, newest first`,
    takes: z.object(pageParams),
    answers: pageSchema(record).extend(besideList),
  })

const sheetsPath = (lane: RefreshLane) => `/gateway/scraper${lane}/api/queue` as const

const listSheetsCall = (lane: RefreshLane) =>
  endpoint({
    method: 'GET',
    path: sheetsPath(lane),
    access: staff,
    summary: `The jobs of scrapper ${lane}, newest first`,
    takes: z.object({ page: pageParams.page, limit: clamped(1, 100) }),
    answers: z.object({
      result: z.literal(true),
      total: z.number(),
      page: z.number(),
      totalPages: z.number(),
      data: z.array(record),
      ...besideList,
    }),
  })

const removeSheetCall = (lane: RefreshLane) =>
  endpoint({
    method: 'DELETE',
    path: `${sheetsPath(lane)}/{id}`,
    access: staff,
    summary: `Remove a queued job of scrapper ${lane}; 409 once it is being processed`,
    takes: z.object({ id }),
    answers: messageResponse,
  })

const uploadSheetCall = (lane: RefreshLane) =>
  endpoint({
    method: 'POST',
    path: sheetsPath(lane),
    access: staff,
    summary: `Queue a sheet (.xlsx or .xls, 5 MB) in scrapper ${lane}: file, filename, platform, email`,
    takes: z.looseObject({}),
    answers: messageResponse.extend({ id, numOfRecords: z.number() }),
    body: 'files',
  })

export const scrapers = {
  queue1: queueCall('1'),
  list1: listCall('1'),
  queue2: queueCall('2'),
  list2: listCall('2'),
  remove: endpoint({
    method: 'POST',
    path: '/scraped/deleteQueuedRecord',
    access: staff,
    summary: "Remove the caller's own queued job of scrapper 1 or 2; 409 once it is being processed",
    takes: z.object({
      /** Ignored: the caller is known (G89). */
      emailId: z.string().max(320).optional(),
      recordId: id,
      serverId: z.enum(readLanes, isNotValid('Server')),
    }),
    answers: messageResponse,
  }),
  list3: listSheetsCall('3'),
  remove3: removeSheetCall('3'),
  list4: listSheetsCall('4'),
  remove4: removeSheetCall('4'),
  ...jobCalls('/scraped/records', 'scrapper job'),
  retryFailed: retryCall('/scraped/records', 'scrapper job'),
}

/** Apart, because their bodies are multipart. */
export const scraperUploads = { upload3: uploadSheetCall('3'), upload4: uploadSheetCall('4') }

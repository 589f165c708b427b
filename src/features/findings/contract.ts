import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { sheetFormat } from '#kit/contract/sheet-format.ts'
import { messageResponse, id, instant, isNotValid, optionalId } from '#kit/contract/texts.ts'
import { platforms } from '#platforms/all.ts'
import { countedColumns, type FindingPlatformDefinition } from '#platforms/platform.ts'
import { withArticle } from '#vocabulary/names.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { everyone } from '#vocabulary/roles.ts'
import {
  approvalCap,
  choiceCounts,
  decisionReport,
  decisionRow,
  downloadCap,
  findingOf,
  findingsPage,
  idList,
  listInput,
  recordIds,
  statusBefore,
  statusChange,
  statusChanged,
  statusCode,
} from './contract-schemas.ts'
import { approved, awaitingApproval } from '#vocabulary/statuses.ts'

/** Lists, downloads and the choices of filters. */
const listCalls = (platform: FindingPlatformDefinition) => ({
  list: endpoint({
    method: 'GET',
    path: `/${platform.path}`,
    access: everyone,
    summary: `${platform.title} findings, a page at a time`,
    takes: listInput(platform),
    answers: findingsPage(findingOf(platform)),
  }),
  total: endpoint({
    method: 'GET',
    path: `/${platform.path}/total`,
    access: everyone,
    summary: `How many ${platform.title} findings a list has, however long it takes to count them`,
    takes: listInput(platform),
    answers: z.object({ totalDocs: z.number() }),
  }),
  download: endpoint({
    method: 'GET',
    path: `/${platform.path}/download-xls`,
    access: everyone,
    summary: `${platform.title} findings as CSV or Excel`,
    takes: listInput(platform, {
      type: sheetFormat,
      sellerName: z.string().max(255).optional(),
    }),
    answers: z.unknown(),
    streams: true,
  }),
  rows: endpoint({
    method: 'GET',
    path: `/${platform.path}/rows`,
    access: everyone,
    summary: `Some ${platform.title} findings by their ids, to refresh rows that changed`,
    takes: z.object({
      ids: idList,
    }),
    answers: z.object({ docs: z.array(findingOf(platform)) }),
  }),
  facets: endpoint({
    method: 'GET',
    path: `/${platform.path}/facets`,
    access: everyone,
    summary: `Values to pick from in the filters of ${platform.title}: sites, stores, top-level domains`,
    takes: z.object({ brand: optionalId, clientCompanyId: optionalId }),
    answers: z.record(z.string(), z.array(z.string())),
  }),
  filterCounts: endpoint({
    method: 'GET',
    path: `/${platform.path}/filter-counts`,
    access: everyone,
    summary: `How many ${platform.title} findings each choice of a filter leaves under the other filters of a list`,
    takes: listInput(platform, { name: z.enum(countedColumns(platform), isNotValid('Name')) }),
    answers: choiceCounts,
  }),
})

/** The client’s comments. */
const commentCalls = (platform: FindingPlatformDefinition) => ({
  comment: endpoint({
    method: 'POST',
    path: `/${platform.path}/{id}/${platform.commentPath}`,
    access: ['Client'],
    summary: `Comment on ${withArticle(platform.title)} finding`,
    takes: z.object({
      id,
      clientComment: z
        .string()
        .trim()
        .min(1, 'Comment is required')
        .max(2000, 'Comment must be between 1 and 2000 characters'),
      module: z.string().max(60).optional(),
    }),
    answers: messageResponse,
  }),
  comments: endpoint({
    method: 'GET',
    path: `/${platform.path}/{id}/comments`,
    access: everyone,
    summary: `The comments on ${withArticle(platform.title)} finding, newest first`,
    takes: z.object({ id }),
    answers: z.object({
      comments: z.array(
        z.object({
          id,
          comment: z.string(),
          /** Null for a text that came with the data. */
          author: z.string().nullable(),
          createdAt: z.string().nullable(),
        }),
      ),
    }),
  }),
})

/** Approvals in bulk and of a whole list, with their undo. */
const approvalCalls = (platform: FindingPlatformDefinition) => ({
  approve: endpoint({
    method: 'POST',
    path: `/${platform.path}/update-bulk-infrigement-status`,
    access: ['Client', 'Admin'],
    summary: `Approve ${platform.title} findings in bulk (33 to 22)`,
    takes: z.object({
      recordIds,
      module: z.string().max(60).optional(),
      statusfrom: statusBefore.pipe(z.literal(awaitingApproval, 'Status from is not valid')),
      status: statusCode.pipe(z.literal(approved, 'Status is not valid')),
      platform: z.string().max(60).optional(),
    }),
    answers: messageResponse.extend({ updated: z.number(), skipped: z.number() }),
    bodyLimit: 16 * 1024 * 1024,
  }),
  undoApprove: endpoint({
    method: 'POST',
    path: `/${platform.path}/undo-bulk-approve`,
    access: ['Client', 'Admin'],
    summary: `Undo a bulk approval of ${platform.title} findings within ten seconds, unless changed since`,
    takes: z.object({ recordIds }),
    answers: messageResponse.extend({ updated: z.number(), skipped: z.number() }),
    bodyLimit: 16 * 1024 * 1024,
  }),
  approveMatching: endpoint({
    method: 'POST',
    path: `/${platform.path}/approve-matching`,
    access: ['Client', 'Admin'],
    summary: `Approve every ${platform.title} finding of a list in 33, if their number equals count`,
    takes: listInput(platform, {
      count: z.number().int().min(1, 'Count is not valid').max(approvalCap, 'Count is not valid'),
    }),
    answers: messageResponse.extend({ updated: z.number(), moment: z.string() }),
  }),
  undoMatching: endpoint({
    method: 'POST',
    path: `/${platform.path}/undo-matching`,
    access: ['Client', 'Admin'],
    summary: `Undo the approval of a list, or a decision sheet, of ${platform.title} findings, unless changed since`,
    takes: z.object({ moment: instant('Moment is not valid') }),
    answers: messageResponse.extend({ updated: z.number() }),
  }),
})

/** Decisions in a sheet that is filled in elsewhere. */
const sheetCalls = (platform: FindingPlatformDefinition) => ({
  decisionSheet: endpoint({
    method: 'GET',
    path: `/${platform.path}/decision-sheet`,
    access: ['Client'],
    summary: `${platform.title} findings of a list as Excel, with a Decision column to fill in`,
    takes: listInput(platform),
    answers: z.unknown(),
    streams: true,
  }),
  decide: endpoint({
    method: 'POST',
    path: `/${platform.path}/decide`,
    access: ['Client'],
    summary: `Preview the changes of a filled-in ${platform.title} decision sheet; with apply, make them`,
    takes: z.object({
      rows: z.array(decisionRow).min(1, 'Rows is required').max(downloadCap, 'Rows is not valid'),
      apply: z.boolean().default(false),
      /** Number of changes the person confirmed; 409 when the sheet would change another number. */
      changes: z.number().int().optional(),
    }),
    answers: decisionReport,
    bodyLimit: 16 * 1024 * 1024,
  }),
})

const callsOf = (platform: FindingPlatformDefinition) => ({
  ...listCalls(platform),
  ...commentCalls(platform),
  ...approvalCalls(platform),
  ...sheetCalls(platform),
})
/** The calls of one platform. */
export type FindingCalls = ReturnType<typeof callsOf>

/** The calls of each platform, by stored value. */
export const findings = Object.fromEntries(platforms.map((platform) => [platform.value, callsOf(platform)])) as Record<
  FindingPlatform,
  FindingCalls
>

/** The status control of a row, the same call for all platforms. */
export const findingStatus = {
  change: endpoint({
    method: 'POST',
    path: '/save-bulk-data/update-infrigement-status/{id}',
    access: ['Client', 'Admin'],
    summary: 'Change the status of one finding by the row control',
    takes: statusChange,
    answers: statusChanged,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/save-bulk-data/undo-infrigement-status/{id}',
    access: ['Client', 'Admin'],
    summary: 'Undo a change by the row control within ten seconds, unless the finding was changed since',
    takes: z.object({ id, moment: instant('Moment is not valid') }),
    answers: statusChanged,
  }),
}

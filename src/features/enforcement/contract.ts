import { z } from 'zod'
import { choiceCounts, overrideReason } from '#features/findings/contract-schemas.ts'
import { filledForm, mailPlatform } from '#features/notices/contract.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { largestPage } from '#kit/contract/page.ts'
import { messageResponse, id, isNotValid, optionalId } from '#kit/contract/texts.ts'
import { mailPlatforms, platforms } from '#platforms/all.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { withArticle } from '#vocabulary/names.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { staff } from '#vocabulary/roles.ts'
import { choicesOfList, listDecisions, listToEnforce, optionalText, scopeParts } from './contract-decisions.ts'
import { largestList } from './rules.ts'
import {
  enforcementRecord,
  factParts,
  formParts,
  formPlatform,
  groupsToSend,
  platform,
  rawField,
  recordedFormParts,
  recordIds,
  sendGroup,
  sendPreview,
  typedDeskKind,
} from './contract-schemas.ts'

const bulkLimit = 4 * 1024 * 1024
const records = z.array(enforcementRecord)
const plannedIds = z.array(id, isNotValid('Record ids')).min(1, isNotValid('Record ids')).max(largestPage)

function callsOf(platform: FindingPlatformDefinition) {
  const own = `${withArticle(platform.title)} finding`
  return {
    saveMany: endpoint({
      method: 'POST',
      path: `/${platform.path}/bulk/enforcement`,
      access: staff,
      summary: `Record one enforcement on several ${platform.title} findings`,
      takes: z.object({ ...factParts, recordIds, overrideReason }),
      answers: messageResponse.extend({ updated: z.number() }),
      bodyLimit: bulkLimit,
    }),
    save: endpoint({
      method: 'POST',
      path: `/${platform.path}/{id}/enforcement`,
      access: staff,
      summary: `Record an enforcement on ${own} and set its status`,
      takes: z.object({ ...factParts, id, overrideReason }),
      answers: messageResponse.extend({ data: records }),
    }),
    list: endpoint({
      method: 'GET',
      path: `/${platform.path}/{id}/enforcement`,
      access: staff,
      summary: `Enforcement records of ${own}, newest first`,
      takes: z.object({ id }),
      answers: z.object({ data: records }),
    }),
  }
}

/** The calls that send notices, on platforms whose abuse desks accept email. */
function mailCallsOf(platform: FindingPlatformDefinition) {
  const noticeParts = {
    ...factParts,
    abusiveEmailId: rawField,
    deskKind: typedDeskKind,
    brand: z.unknown().optional(),
    company: z.unknown().optional(),
    overrideReason,
  }
  return {
    sendMany: endpoint({
      method: 'POST',
      path: `/${platform.path}/bulk/sendEnforcementMail`,
      access: staff,
      summary: `Send an enforcement email for each of several ${platform.title} findings`,
      takes: z.object({ ...noticeParts, recordIds }),
      answers: messageResponse.extend({
        batch: id,
        queued: z.number(),
        skipped: z.number(),
        /** For how many seconds they can be taken back. */
        recallSeconds: z.number(),
      }),
      bodyLimit: bulkLimit,
    }),
    send: endpoint({
      method: 'POST',
      path: `/${platform.path}/{id}/sendEnforcementMail`,
      access: staff,
      summary: `Send an enforcement email for ${withArticle(platform.title)} finding and set it In Progress`,
      takes: z.object({ ...noticeParts, id }),
      answers: messageResponse.extend({ data: records, recallSeconds: z.number() }),
    }),
  }
}

/** The notice calls of the platforms that send notices, by stored value. */
export const noticeCalls = Object.fromEntries(mailPlatforms.map((one) => [one.value, mailCallsOf(one)])) as Partial<
  Record<FindingPlatform, ReturnType<typeof mailCallsOf>>
>

/** The enforcement calls of each platform, by stored value. */
export const enforcementCalls = Object.fromEntries(
  platforms.map((platform) => [platform.value, callsOf(platform)]),
) as Record<FindingPlatform, ReturnType<typeof callsOf>>

export const enforcement = {
  fetch: endpoint({
    method: 'POST',
    path: '/save-bulk-data/fetch-data-for-enforcement',
    access: staff,
    summary: 'Findings to enforce, a page at a time, by their own columns and by their last enforcement',
    takes: listToEnforce,
    answers: z.object({
      data: z.array(z.looseObject({ id, _id: id, status: z.string(), enforcementData: records })),
      count: z.number(),
      totalPages: z.number(),
      currentPage: z.number(),
    }),
    ownTransactions: true,
  }),
  filterCounts: endpoint({
    method: 'POST',
    path: '/enforcement/filter-counts',
    access: staff,
    summary: 'How many findings to enforce each choice of a filter leaves under the other filters',
    takes: choicesOfList,
    answers: choiceCounts,
    ownTransactions: true,
  }),
  ...listDecisions,
  bulk: endpoint({
    method: 'POST',
    path: '/enforcement/bulk-enforcement',
    access: staff,
    summary: 'Record enforcement for 1 to 25,000 rows of a brand and platform: {company, brand, platform, data}',
    takes: z.looseObject({}),
    answers: messageResponse.extend({
      updated: z.number(),
      skipped: z.number(),
      skippedRows: z.array(z.object({ row: z.number(), key: z.string(), reason: z.string() })),
    }),
    body: 'rows',
    bodyLimit: 32 * 1024 * 1024,
    ownTransactions: true,
  }),
  sites: endpoint({
    method: 'POST',
    path: '/save-bulk-data/fetch-eCommerce-site-data',
    access: staff,
    summary: 'Sites of e-commerce findings, for the Site filter',
    takes: z.object({ ...scopeParts, platform: z.unknown().optional() }),
    answers: z.object({ sites: z.array(z.string()) }),
    ownTransactions: true,
  }),
  actions: endpoint({
    method: 'GET',
    path: '/enforcement/actions-taken',
    access: staff,
    summary: 'Actions to choose from: the standard ones and those in use (G73)',
    takes: z.object({ company: optionalId, platform }),
    answers: z.object({ data: z.array(z.string()) }),
  }),
  last: endpoint({
    method: 'GET',
    path: '/enforcement/get-last-enforcement-record',
    access: staff,
    summary: 'Registrar, address, host and action of the last enforcement of a finding',
    takes: z.object({ platform, infrigementId: z.string().max(64) }),
    answers: z.object({ registrar: z.string(), ipAddress: z.string(), hosting: z.string(), actionTaken: z.string() }),
  }),
  progress: endpoint({
    method: 'GET',
    path: '/enforcement/mail-progress/{id}',
    access: staff,
    summary: 'Delivery progress of the emails of a bulk send',
    takes: z.object({ id }),
    answers: z.object({
      total: z.number(),
      waiting: z.number(),
      sent: z.number(),
      failed: z.number(),
      unknown: z.number(),
    }),
  }),
  plan: endpoint({
    method: 'POST',
    path: '/enforcement/send-plan',
    access: staff,
    summary:
      'Findings grouped by the abuse desk to ask, with registrar, address and host prefilled: {platform, recordIds}',
    takes: z.object({ platform: formPlatform, recordIds: plannedIds }),
    answers: z.object({ groups: z.array(sendGroup), total: z.number(), mayOverride: z.boolean() }),
    bodyLimit: bulkLimit,
    ownTransactions: true,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/enforcement/send-preview',
    access: staff,
    summary: 'The email and the record of a notice before it is sent; nothing is stored',
    takes: z.object({
      ...factParts,
      platform: mailPlatform,
      id,
      abusiveEmailId: rawField,
      deskKind: typedDeskKind,
      /** Further findings of the same email, where the desk takes lists. */
      listedIds: z
        .array(id, isNotValid('Listed ids'))
        .max(largestList - 1, isNotValid('Listed ids'))
        .default([]),
      /** The bulk sender asks for no action. */
      isBulk: z.boolean().default(false),
      /** For the desk's web form: no address is needed. */
      isByForm: z.boolean().default(false),
    }),
    answers: sendPreview,
  }),
  formSheet: endpoint({
    method: 'POST',
    path: '/enforcement/form-sheet',
    access: staff,
    summary:
      'What to copy into the web form of a desk: {platform, id, form}; 422 names what is missing, as sending does',
    takes: z.object(formParts),
    answers: filledForm,
  }),
  recordForm: endpoint({
    method: 'POST',
    path: '/enforcement/form-record',
    access: staff,
    summary: 'Record that a finding was reported through the web form of a desk, and set it In Progress',
    takes: z.object(recordedFormParts),
    answers: messageResponse.extend({ data: records }),
  }),
  sendGroups: endpoint({
    method: 'POST',
    path: '/enforcement/send-groups',
    access: staff,
    summary: 'Send the notices of several recipients as one batch: {platform, date, groups, overrideReason}',
    takes: z.object({
      platform: mailPlatform,
      date: rawField,
      overrideReason,
      groups: groupsToSend,
    }),
    answers: messageResponse.extend({
      batch: id,
      queued: z.number(),
      skipped: z.number(),
      recallSeconds: z.number(),
    }),
    bodyLimit: bulkLimit,
  }),
  recall: endpoint({
    method: 'POST',
    path: '/enforcement/recall-notices',
    access: staff,
    summary: 'Recall one’s own notices that have not left: {recordIds} or {batch}',
    takes: z
      .object({ recordIds: z.array(id).max(largestPage, isNotValid('Record ids')).optional(), batch: id.optional() })
      .refine(({ recordIds, batch }) => (recordIds === undefined) !== (batch === undefined), {
        path: ['recordIds'],
        message: isNotValid('Record ids'),
      }),
    answers: messageResponse.extend({ recalled: z.number(), left: z.number() }),
    bodyLimit: bulkLimit,
  }),
  abuseEmails: endpoint({
    method: 'GET',
    path: '/enforcement-mail-configuration/abuse-emails',
    access: staff,
    summary: 'Abuse addresses of a registrar and a host',
    takes: z.object({ registrar: optionalText, hosting: optionalText }),
    answers: z.object({ data: z.array(z.object({ abuseEmailId: z.string(), bounced: z.boolean() })) }),
  }),
}

/** Takes a spreadsheet, so the server registers it in a scope that reads multipart bodies. */
export const enforcementUpload = {
  upload: endpoint({
    method: 'POST',
    path: '/enforcement/upload',
    access: staff,
    summary: 'Record past enforcement from a spreadsheet (.xlsx): file, company, brand, platform',
    takes: z.looseObject({}),
    answers: messageResponse.extend({ updated: z.number() }),
    body: 'files',
  }),
}

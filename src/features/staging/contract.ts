import { z } from 'zod'
import { text } from '#kit/contract/bounds.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { flag, id, messageResponse } from '#kit/contract/texts.ts'
import { staff } from '#vocabulary/roles.ts'
import { cells, draft, draftItem, draftScope, openDraft, rowVersion } from './contract-schemas.ts'
import { messages } from './messages.ts'
import { listedOpenDrafts, rowsPerSave } from './rules.ts'

/** Nightly job: removes drafts that were submitted 90 days ago, and what is left of removed rows. */
export const dropSubmittedDrafts = job({
  name: 'drop-submitted-drafts',
  payload: z.object({}),
  tries: 3,
  cron: '45 21 * * *',
})

const draftId = z.string().max(64)
/** An id that the caller makes (UUID), so that a call whose answer was lost can be repeated. */
const ownId = id.optional()
const newRow = { _id: ownId, sn: z.int32().min(1).max(1_000_000).optional(), version: rowVersion, data: cells }

/** The calls of Staging and Review. Odd spellings are the specification's. */
export const staging = {
  drafts: endpoint({
    method: 'GET',
    path: '/v1/fetch-drafts',
    access: staff,
    summary: 'The open drafts of a brand and platform, newest first; `submitted` adds those of the last 90 days',
    takes: z.object({ ...draftScope, submitted: flag }),
    answers: z.array(draft),
  }),
  openDrafts: endpoint({
    method: 'GET',
    path: '/v1/open-drafts',
    access: staff,
    summary: `The open drafts of all brands, at most ${listedOpenDrafts}, the last saved first`,
    takes: z.object({}),
    answers: z.array(openDraft),
  }),
  rows: endpoint({
    method: 'GET',
    path: '/v1/fetch-draft-data/{draftId}',
    access: staff,
    summary: 'A draft and its rows; with `since`, only the rows saved or removed after that change',
    takes: z.object({ draftId, since: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional() }),
    answers: z.object({ draft, changes: z.number(), draftItems: z.array(draftItem) }),
    streams: true,
  }),
  create: endpoint({
    method: 'POST',
    path: '/v1/create-a-new-draft',
    access: staff,
    summary: 'Begin a draft of a brand and platform',
    takes: z.object({ ...draftScope, _id: ownId }),
    answers: z.object({ _id: id, fileName: z.string() }),
  }),
  save: endpoint({
    method: 'POST',
    path: '/v1/save-single-infrigement',
    access: staff,
    summary: 'Add a row to a draft',
    takes: z.object({ ...newRow, ...draftScope, fileId: z.string().max(64) }),
    answers: messageResponse.extend({ data: draftItem }),
  }),
  update: endpoint({
    method: 'POST',
    path: '/v1/update-single-infrigement/{id}',
    access: staff,
    summary: 'Change a row of a draft; 409 with the newer row when somebody else saved it since `version`',
    takes: z.object({ id, version: rowVersion, data: cells, ...draftScope, fileId: z.string().max(64) }),
    answers: messageResponse.extend({ data: draftItem }),
  }),
  saveRows: endpoint({
    method: 'POST',
    path: '/v1/save-draft-rows/{draftId}',
    access: staff,
    summary: `Add, change and remove up to ${rowsPerSave} rows of a draft; rows that somebody else changed are answered instead of saved`,
    takes: z.object({
      ...draftScope,
      draftId,
      rows: z.array(z.object(newRow)).max(rowsPerSave, messages.dataNotValid).default([]),
      removed: z
        .array(z.object({ _id: id, version: rowVersion }))
        .max(rowsPerSave, messages.dataNotValid)
        .default([]),
    }),
    /** `saved` and `refused` together have every row once; a refused one is as it is now. */
    answers: z.object({
      saved: z.array(z.object({ _id: id, sn: z.number(), version: z.number(), savedAt: z.string() })),
      refused: z.array(draftItem),
    }),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/v1/remove-specific-infrigement/{id}',
    access: staff,
    summary: 'Remove a row from a draft',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
  /** A refused one (409) answers the report of save-bulk-data, with the numbers of the draft's rows as `sn`. */
  submit: endpoint({
    method: 'POST',
    path: '/v1/submit-draft/{draftId}',
    access: staff,
    summary: 'Save the rows of a draft as findings dated today and close it (409 returns the report)',
    takes: z.object({ draftId, ...draftScope }),
    answers: messageResponse.extend({ saved: z.number(), batch: id }),
    ownTransactions: true,
  }),
  sendBack: endpoint({
    method: 'POST',
    path: '/v1/send-draft-back/{draftId}',
    access: ['Admin'],
    summary: 'Send an open draft back with a remark, which the person who began it is notified of',
    takes: z.object({ draftId, remark: text('Remark', { min: 1, max: 1000, multiline: true }) }),
    answers: messageResponse,
  }),
  /** Live event `drafts`: {draft, kind: 'here' | 'left' | 'asks', userId, name, tab, row, sn}. */
  here: endpoint({
    method: 'POST',
    path: '/v1/draft-presence/{draftId}',
    access: staff,
    summary: 'Tell the others in a draft that the caller is there, and in which row; nothing is stored',
    takes: z.object({
      draftId,
      tab: z.string().min(1).max(40),
      kind: z.enum(['here', 'left', 'asks']),
      row: id.nullish(),
      sn: z.int32().min(1).nullish(),
    }),
    answers: messageResponse,
    ownTransactions: true,
  }),
}

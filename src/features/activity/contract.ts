import { z } from 'zod'
import { storedFile } from '#features/files/contract.ts'
import { text } from '#kit/contract/bounds.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { id, instant, messageResponse } from '#kit/contract/texts.ts'
import { everyone } from '#vocabulary/roles.ts'
import { messages } from './messages.ts'
import { bellChoices, emailChoices, entryKinds, lineBounds, subjectKinds } from './rules.ts'

const person = z.object({ id, name: z.string(), isStaff: z.boolean() })

/** One entry of a thread: a line that a person wrote, or a change. */
const entry = z.object({
  id,
  at: z.string(),
  kind: z.enum(entryKinds),
  /** Null for a text that came with the data. */
  author: z.object({ name: z.string(), isStaff: z.boolean() }).nullable(),
  text: z.string(),
  isInternal: z.boolean(),
  mentions: z.array(z.object({ id, name: z.string() })),
  files: z.array(z.object({ name: z.string(), link: z.string(), isPicture: z.boolean() })),
  /** Of a change of status; `from` is empty for a new record. */
  status: z.object({ from: z.string(), to: z.string() }).nullable(),
  /** The fields that an edit changed. */
  changes: z.array(z.object({ label: z.string(), from: z.string(), to: z.string() })),
  /** Identifies an own decision on a finding that the caller can undo; null for all else. */
  moment: z.string().nullable(),
})
export type Entry = z.output<typeof entry>
export type Person = z.output<typeof person>

const subject = z.object({
  kind: z.enum(subjectKinds),
  id,
  title: z.string(),
  platform: z.string(),
  brand: z.string(),
  /** Every message about it is internal: it has findings that its clients may not see. */
  isForStaff: z.boolean(),
  /** What leads to the finding in its list; null for a cluster. */
  finding: z.object({ id, companyId: id, brandId: id, platform: z.string(), reportingDate: z.string() }).nullable(),
})
const ofSubject = { subject: z.enum(subjectKinds), id }
const choices = z.object({ bell: z.enum(bellChoices), email: z.enum(emailChoices) })

export const activity = {
  list: endpoint({
    method: 'GET',
    path: '/activity/{subject}/{id}',
    access: everyone,
    summary: 'The thread of a finding or a cluster: messages and changes, newest first',
    takes: z.object({ ...ofSubject, before: instant('Before is not valid').optional(), beforeId: id.optional() }),
    answers: z.object({
      subject,
      entries: z.array(entry),
      /** Input of the next, older page; null at the end. */
      next: z.object({ before: z.string(), beforeId: id }).nullable(),
    }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/activity/{subject}/{id}',
    access: everyone,
    summary: 'Add a message to the thread of a finding or a cluster; a Client on a finding comments on it',
    takes: z.object({
      ...ofSubject,
      text: text(messages.text, { min: 1, max: lineBounds.text, multiline: true }),
      internal: z.boolean().default(false),
      mentions: z.array(id).max(lineBounds.mentions, messages.tooManyMentions).default([]),
      /** Keys of files that the caller uploaded with the upload call. */
      files: z.array(z.string().max(300)).max(lineBounds.files, messages.tooManyFiles).default([]),
    }),
    answers: messageResponse.extend({ id }),
  }),
  people: endpoint({
    method: 'GET',
    path: '/activity/{subject}/{id}/people',
    access: everyone,
    summary: 'People who can be mentioned in a thread, by the beginning of a name',
    takes: z.object({
      ...ofSubject,
      search: z.string().trim().max(60).default(''),
      internal: z.string().max(5).optional(),
    }),
    answers: z.object({ people: z.array(person) }),
  }),
  ofNotification: endpoint({
    method: 'GET',
    path: '/activity/notifications/{id}',
    access: everyone,
    summary: "The subject of the caller's notification about a message",
    takes: z.object({ id }),
    answers: z.object({ kind: z.enum(subjectKinds), id }),
  }),
  choices: endpoint({
    method: 'GET',
    path: '/activity-choices',
    access: everyone,
    summary: 'How the caller is notified of messages',
    takes: z.object({}),
    answers: choices,
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/activity-choices',
    access: everyone,
    summary: 'Choose how to be notified of messages: by bell and by email, at once, daily or never',
    takes: choices,
    answers: messageResponse,
  }),
}

export const activityFiles = {
  upload: endpoint({
    method: 'POST',
    path: '/activity-files',
    access: everyone,
    summary: 'Store files to attach to a message',
    takes: z.looseObject({}),
    answers: z.object({ Data: z.array(storedFile) }),
    body: 'files',
  }),
}

/** Hourly: sends the daily emails that are due, from eight o'clock of the business day. */
export const sendDigests = job({ name: 'send-activity-digests', payload: z.object({}), tries: 3, cron: '11 * * * *' })

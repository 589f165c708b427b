import { z } from 'zod'
import { reference } from '#kit/contract/bounds.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { pageParams, pageSchema } from '#kit/contract/page.ts'
import { id, messageResponse } from '#kit/contract/texts.ts'
import { staff } from '#vocabulary/roles.ts'
import { pictureCalls } from './contract-pictures.ts'
import {
  action,
  brandReference,
  feed,
  madeFinding,
  newSchedule,
  run,
  schedule,
  searchedDomain,
  searchedQuery,
} from './contract-schemas.ts'
import { labels, messages } from './messages.ts'
import { keywordLength, maxDecided } from './rules.ts'

/** 1 to `maxDecided` searched domains. */
const recordIds = z
  .array(id, messages.recordsNotValid)
  .min(1, messages.recordsNotValid)
  .max(maxDecided, messages.recordsNotValid)

const decided = messageResponse.extend({
  done: z.number(),
  refused: z.array(z.object({ id, reason: z.string() })),
})

export const domainSearch = {
  save: endpoint({
    method: 'POST',
    path: '/domain-search-schedule/save',
    access: ['Admin'],
    summary: 'Search look-alike domains of a brand now and daily; keywords are added to those of the brand',
    takes: newSchedule,
    answers: messageResponse.extend({ id, added: z.number() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/domain-search-schedule/list',
    access: ['Admin'],
    summary: 'The schedules of all brands, newest first, each with its last run',
    takes: z.object({ ...pageParams, search: z.string().trim().max(200).optional() }),
    answers: pageSchema(schedule),
  }),
  runs: endpoint({
    method: 'GET',
    path: '/domain-search-schedule/{id}/runs',
    access: ['Admin'],
    summary: 'The runs of a schedule, newest first',
    takes: z.object({ id, ...pageParams }),
    answers: pageSchema(run),
  }),
  start: endpoint({
    method: 'POST',
    path: '/domain-search-schedule/{id}/runs',
    access: ['Admin'],
    summary: 'Execute a schedule now; 409 while it is being executed',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/domain-search-schedule/runs/{id}/stop',
    access: ['Admin'],
    summary: 'Stop a run; what it has found stays. 409 when it is not running',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
  removeKeyword: endpoint({
    method: 'POST',
    path: '/domain-search-schedule/{id}/remove-keyword',
    access: ['Admin'],
    summary: 'Stop searching a keyword; what it has found stays. 409 for the only one of a schedule',
    takes: z.object({ id, keyword: z.string().max(keywordLength.max) }),
    answers: messageResponse,
  }),
  feeds: endpoint({
    method: 'GET',
    path: '/domain-search-feeds',
    access: ['Admin'],
    summary: 'The feeds of new names: when each was last heard, and how much',
    takes: z.object({}),
    answers: z.object({ docs: z.array(feed) }),
  }),
  dismissFeed: endpoint({
    method: 'DELETE',
    path: '/domain-search-feeds/{id}',
    access: ['Admin'],
    summary: 'Take a file of names off the list of feeds; 409 while it is being read, and for feeds that are no files',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
  references: endpoint({
    method: 'GET',
    path: '/domain-search-schedule/brand-references',
    access: ['Admin'],
    summary: 'The own pages and pictures of a brand, with which look-alikes are compared',
    takes: z.object({ brand: id }),
    answers: z.object({ docs: z.array(brandReference) }),
  }),
  ...pictureCalls,
  addReference: endpoint({
    method: 'POST',
    path: '/domain-search-schedule/brand-references',
    access: ['Admin'],
    summary: 'Add an own page (address), or a picture that was uploaded before (picture), of a brand',
    takes: z.object({
      company: reference(labels.company),
      brand: reference(labels.brand),
      address: z.string().trim().max(2048, messages.addressNotValid).optional(),
      picture: z.string().max(2048, messages.pictureNotStored).optional(),
      name: z.string().trim().max(255).optional(),
    }),
    answers: messageResponse,
  }),
  removeReference: endpoint({
    method: 'DELETE',
    path: '/domain-search-schedule/brand-references/{id}',
    access: ['Admin'],
    summary: 'Remove an own page or picture of a brand',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
  searched: endpoint({
    method: 'GET',
    path: '/domain-search-schedule/fetch-searched-domains',
    access: staff,
    summary:
      'Searched domains nobody has decided about, the most alike first; decided=true: the others, last decision first',
    takes: searchedQuery,
    answers: pageSchema(searchedDomain),
  }),
  act: endpoint({
    method: 'POST',
    path: '/domain-search-schedule/take-action',
    access: staff,
    summary: 'Decide about a searched domain: high or low makes a finding, ignore hides it; 409 if it is decided',
    takes: z.object({ action, recordId: id }),
    answers: messageResponse.extend({ finding: madeFinding.nullable() }),
    ownTransactions: true,
  }),
  actOnMany: endpoint({
    method: 'POST',
    path: '/domain-search-schedule/take-actions',
    access: staff,
    summary: `Decide about 1 to ${maxDecided} searched domains; those that cannot be decided are named`,
    takes: z.object({
      action,
      recordIds,
    }),
    answers: decided,
    ownTransactions: true,
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/domain-search-schedule/take-back',
    access: staff,
    summary: `Undo decisions about 1 to ${maxDecided} searched domains; findings they became are deleted unless touched since`,
    takes: z.object({ recordIds }),
    answers: decided,
  }),
}

export const nameFiles = {
  upload: endpoint({
    method: 'POST',
    path: '/domain-search-feeds/file',
    access: ['Admin'],
    summary: 'Store a file of new names (.txt or .gz, one a line, 100 MB at most) to be searched for look-alikes',
    takes: z.looseObject({}),
    answers: messageResponse,
    body: 'files',
  }),
}

import { z } from 'zod'
import { platform } from '#features/enforcement/contract-schemas.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { id, isNotValid, messageResponse } from '#kit/contract/texts.ts'
import { staff } from '#vocabulary/roles.ts'
import { messages } from './messages.ts'

/** Opens the page of a finding in a browser and stores its picture. Few at a time: each needs a browser. */
export const takePagePicture = job({
  name: 'take-page-picture',
  payload: z.object({ companyId: z.uuid(), id: z.uuid() }),
  tries: 3,
  atOnce: 2,
})

/** Findings of one request. */
export const largestRequest = 100

/** The pictures of findings that have none: taken by a browser, or added as a file. */
export const pagePictures = {
  ofFinding: endpoint({
    method: 'GET',
    path: '/page-pictures/{id}',
    access: staff,
    summary: 'Whether a finding has a stored picture, and the last request to take one',
    takes: z.object({ platform, id }),
    answers: z.object({
      hasPicture: z.boolean(),
      /** `problem` says why the last picture could not be taken. */
      request: z.object({ isWaiting: z.boolean(), requestedAt: z.string(), problem: z.string().nullable() }).nullable(),
    }),
  }),
  take: endpoint({
    method: 'POST',
    path: '/page-pictures/take',
    access: staff,
    summary: 'Have a browser take pictures of the pages of 1 to 100 findings that have none; others are skipped',
    takes: z.object({
      platform,
      ids: z
        .array(id, isNotValid('Record ids'))
        .min(1, isNotValid('Record ids'))
        .max(largestRequest, isNotValid('Record ids')),
    }),
    answers: messageResponse.extend({ requested: z.number(), skipped: z.number() }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/page-pictures/{id}',
    access: staff,
    summary: 'Give a finding without a picture one that the caller has just stored (409 where it has one)',
    takes: z.object({ platform, id, picture: z.string(messages.pictureNotValid).max(4096) }),
    answers: messageResponse,
  }),
}

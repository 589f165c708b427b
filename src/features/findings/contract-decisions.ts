import { z } from 'zod'
import { endpoint } from '#kit/contract/endpoint.ts'
import { messageResponse, id, instant } from '#kit/contract/texts.ts'
import { everyone } from '#vocabulary/roles.ts'
import {
  bulkDecision,
  confirmedChanges,
  decisionPreview,
  decisionSubject,
  oneDecision,
  statusChanged,
} from './contract-schemas.ts'

/** Decisions from a list: on one finding by a key, and on many at once in batches. */
export const decisions = {
  one: endpoint({
    method: 'POST',
    path: '/decisions/one/{id}',
    access: everyone,
    summary: 'Decide on one finding; 409 with its status when somebody else was faster',
    takes: z.object({ id, ...oneDecision }),
    answers: statusChanged,
  }),
  undoOne: endpoint({
    method: 'POST',
    path: '/decisions/undo-one/{id}',
    access: everyone,
    summary: 'Undo an own decision on one finding, unless it was changed since',
    takes: z.object({ id, platform: z.string().max(60), moment: instant('Moment is not valid') }),
    answers: statusChanged,
  }),
  preview: endpoint({
    method: 'POST',
    path: '/decisions/preview',
    access: everyone,
    summary: 'How many findings a decision would change, and which it would leave out and why',
    takes: z.object(decisionSubject),
    answers: decisionPreview,
    bodyLimit: 2 * 1024 * 1024,
  }),
  start: endpoint({
    method: 'POST',
    path: '/decisions',
    access: everyone,
    summary: 'Decide on many findings, if as many change as the person confirmed; 409 with a new preview otherwise',
    takes: z.object({ ...decisionSubject, changes: confirmedChanges }),
    answers: messageResponse.extend({ decision: bulkDecision }),
    bodyLimit: 2 * 1024 * 1024,
  }),
  recent: endpoint({
    method: 'GET',
    path: '/decisions',
    access: everyone,
    summary: 'The own decisions on many findings, the newest first',
    takes: z.object({}),
    answers: z.object({ docs: z.array(bulkDecision) }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/decisions/{id}',
    access: everyone,
    summary: 'How far an own decision on many findings is',
    takes: z.object({ id }),
    answers: bulkDecision,
  }),
  stop: endpoint({
    method: 'POST',
    path: '/decisions/{id}/stop',
    access: everyone,
    summary: 'Stop an own decision after the batch that is being applied',
    takes: z.object({ id }),
    answers: messageResponse.extend({ decision: bulkDecision }),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/decisions/{id}/undo',
    access: everyone,
    summary: 'Undo an own decision on many findings within a day, for those not changed since',
    takes: z.object({ id }),
    answers: messageResponse.extend({ decision: bulkDecision }),
  }),
}

import { z } from 'zod'
import {
  bulkDecision,
  confirmedChanges,
  decisionPreview,
  overrideReason,
  statusCode,
} from '#features/findings/contract-schemas.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { messageResponse } from '#kit/contract/texts.ts'
import { staff } from '#vocabulary/roles.ts'
import { listParts, readFilters } from './contract-schemas.ts'

/** What a list matches, on all of its pages. */
const wholeList = z
  .object(listParts)
  .transform((input, context) => ({ ...input, filters: readFilters(input, context) }))

/** A decision on everything that a list matches. */
const listDecision = { status: statusCode, list: wholeList, overrideReason }

/** Decisions on whole lists of findings to enforce. */
export const listDecisions = {
  previewDecision: endpoint({
    method: 'POST',
    path: '/enforcement/decisions/preview',
    access: staff,
    summary:
      'How many findings of a whole list to enforce a decision would change, and which it would leave out and why',
    takes: z.object(listDecision),
    answers: decisionPreview,
  }),
  startDecision: endpoint({
    method: 'POST',
    path: '/enforcement/decisions',
    access: staff,
    summary:
      'Decide on a whole list to enforce, if as many change as the person confirmed; 409 with a new preview otherwise',
    takes: z.object({ ...listDecision, changes: confirmedChanges }),
    answers: messageResponse.extend({ decision: bulkDecision }),
  }),
}

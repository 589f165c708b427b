import { z } from 'zod'
import { job } from '#kit/contract/job.ts'

/** Findings were stored in 33: the brand's clients are notified (G53). Enqueued in the transaction that stored them. */
export const findingsAdded = job({
  name: 'findings-added',
  payload: z.object({
    companyId: z.uuid(),
    brandId: z.uuid(),
    platform: z.string(),
    /** A PostgreSQL array literal, {id,id}: one string, so that parsing 25,000 ids does not block the thread. */
    findingIds: z.string().regex(/^\{[0-9a-f,-]+\}$/),
    count: z.number(),
  }),
  tries: 5,
})

/** Staff set findings of a brand to Client Review (G53 b), or a trap purchase ended (G53 c): one notice per action. */
export const findingNeedsClient = job({
  name: 'finding-needs-client',
  payload: z.object({
    companyId: z.uuid(),
    brandId: z.uuid(),
    platform: z.string(),
    findingIds: z.array(z.uuid()).min(1),
    status: z.string(),
  }),
  tries: 5,
})

/** The normal form of addresses changed (G63): stored keys are computed again. Enqueued by a migration. */
export const renormaliseAddresses = job({ name: 'renormalise-addresses', payload: z.object({}), tries: 20 })

/** The batches of a decision on many findings that are left are applied, or undone. */
export const runDecision = job({ name: 'run-decision', payload: z.object({ decisionId: z.uuid() }), tries: 5 })

/** Decisions on many findings whose job failed for good, or was lost, end as failed. */
export const endLostDecisions = job({ name: 'end-lost-decisions', payload: z.object({}), tries: 1, cron: '* * * * *' })

/** A line was written about a finding or a cluster, by a comment or in its thread: whom it concerns is notified. */
export const lineWritten = job({
  name: 'line-written',
  payload: z.object({
    lineId: z.uuid(),
    companyId: z.uuid(),
    subjectKind: z.enum(['finding', 'cluster']),
    subjectId: z.uuid(),
  }),
  tries: 5,
})

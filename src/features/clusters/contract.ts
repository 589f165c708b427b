import { z } from 'zod'
import {
  bulkDecision,
  decisionPreview,
  idList,
  optionalPlatform,
  overrideReason,
} from '#features/findings/contract-schemas.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { listParams, pageSchema, pageParams } from '#kit/contract/page.ts'
import { id, messageResponse, optionalId } from '#kit/contract/texts.ts'
import { everyone, staff } from '#vocabulary/roles.ts'
import { eventTypes, maxMoved, maxValues, valueKinds } from './rules.ts'

/** A value that findings of a cluster share; the text of a picture is empty. */
const clusterValue = z.object({
  id,
  kind: z.enum(valueKinds),
  text: z.string(),
  /** Findings that have it, of those the person may see. */
  findings: z.number(),
})
export type ClusterValue = z.output<typeof clusterValue>

const named = z.object({ id, name: z.string() })

const cluster = z.object({
  id,
  /** The most telling value. */
  kind: z.enum(valueKinds),
  name: z.string(),
  company: named,
  findings: z.number(),
  open: z.number(),
  brands: z.number(),
  firstSeen: z.string(),
  lastSeen: z.string(),
  version: z.number(),
  /** A picture of the cluster, when that is what its findings share. */
  imageUrl: z.string().nullable(),
})
export type Cluster = z.output<typeof cluster>

const memberCounts = z.array(z.object({ platform: z.string(), status: z.string(), findings: z.number() }))

const clusterEvent = z.object({
  id,
  at: z.string(),
  type: z.enum(eventTypes),
  by: z.string().nullable(),
  what: z.string(),
  findings: z.number(),
  note: z.string(),
  otherId: id.nullable(),
  /** Findings that it removed and that are still outside the cluster: they can be put back. */
  outside: z.number(),
})
export type ClusterEvent = z.output<typeof clusterEvent>

/** What findings of two clusters share; a picture has no text. */
const sharedValue = clusterValue.pick({ kind: true, text: true })

const clusterPage = cluster.extend({
  values: z.array(clusterValue),
  moreValues: z.number(),
  brandsHit: z.array(named.extend({ findings: z.number(), open: z.number() })),
  statuses: memberCounts,
  events: z.array(clusterEvent),
  /** Clusters of other companies that share a value; empty for a Client. */
  elsewhere: z.array(z.object({ id, company: named, findings: z.number(), open: z.number(), shared: sharedValue })),
})
export type ClusterPage = z.output<typeof clusterPage>

const member = z.object({
  id,
  platform: z.string(),
  address: z.string(),
  brand: z.string(),
  status: z.string(),
  reportingDate: z.string(),
  imageUrl: z.string().nullable(),
  /** Why it belongs here. */
  links: z.array(z.object({ kind: z.enum(valueKinds), text: z.string() })),
})
export type ClusterMember = z.output<typeof member>

const alike = z.object({
  clusterId: id,
  findings: z.number(),
  open: z.number(),
  links: z.array(z.object({ kind: z.enum(valueKinds), text: z.string() })),
})
export type AlikeGroup = z.output<typeof alike>

const similar = z.object({
  /** The finding. */
  id,
  clusterId: id,
  /** How many other findings are in that cluster. */
  inCluster: z.number(),
  /** How many clusters the finding is in. */
  clusters: z.number(),
  /** How many other findings are in all of them, each counted once; at least so many unless `isExact`. */
  others: z.number(),
  isExact: z.boolean(),
})
export type SimilarCount = z.output<typeof similar>

const version = z.int32().min(1)
const note = z.string().trim().max(500).default('')

/** A status for the open findings of a cluster; the reason is that of an Admin who goes on without an approval. */
const decision = { id, status: z.string().max(10), overrideReason }

/** Clusters of findings: what belongs together. A Client's answers count only the findings that it may see. */
export const clusters = {
  list: endpoint({
    method: 'GET',
    path: '/clusters',
    access: everyone,
    summary: 'Clusters of findings, those with most open findings first',
    takes: z.object({
      ...listParams,
      company: optionalId,
      brand: optionalId,
      platform: optionalPlatform.transform((found) => found?.value),
      kind: z.enum(valueKinds).optional().catch(undefined),
    }),
    answers: pageSchema(cluster),
  }),
  ofFinding: endpoint({
    method: 'GET',
    path: '/clusters/of-finding/{id}',
    access: everyone,
    summary: 'The clusters of a finding, and why it belongs to each',
    takes: z.object({ id }),
    answers: z.object({ groups: z.array(alike) }),
  }),
  similar: endpoint({
    method: 'GET',
    path: '/clusters/similar',
    access: everyone,
    summary: 'How many other findings are in the clusters of each of these findings; those that are alone are left out',
    takes: z.object({ ids: idList, companies: idList }),
    answers: z.object({ counts: z.array(similar) }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/clusters/{id}',
    access: everyone,
    summary: 'A cluster: what its findings share, brands, statuses and history',
    takes: z.object({ id }),
    answers: clusterPage,
  }),
  members: endpoint({
    method: 'GET',
    path: '/clusters/{id}/findings',
    access: everyone,
    summary: 'The findings of a cluster, newest first, each with why it belongs there',
    takes: z.object({ ...pageParams, id }),
    answers: pageSchema(member),
  }),
  part: endpoint({
    method: 'POST',
    path: '/clusters/{id}/part',
    access: staff,
    summary: 'Take values or findings out of a cluster; 409 when it has changed since version',
    takes: z.object({
      id,
      version,
      values: z.array(id).max(maxValues).default([]),
      findings: z.array(id).max(maxMoved).default([]),
      note,
    }),
    answers: messageResponse,
  }),
  join: endpoint({
    method: 'POST',
    path: '/clusters/{id}/join',
    access: staff,
    summary:
      'Join another cluster, or findings, of the same company to a cluster; 409 when it has changed since version',
    takes: z.object({
      id,
      version,
      clusterId: optionalId,
      findings: z.array(id).max(maxMoved).default([]),
      note,
    }),
    answers: messageResponse,
  }),
  putBack: endpoint({
    method: 'POST',
    path: '/clusters/{id}/put-back',
    access: staff,
    summary:
      'Put the findings back that an event of the history removed; 409 when it has changed since version, or none is outside',
    takes: z.object({ id, version, eventId: id }),
    answers: messageResponse,
  }),
  previewDecision: endpoint({
    method: 'POST',
    path: '/clusters/{id}/decide/preview',
    access: everyone,
    summary: 'How many findings of a cluster would get a status, and which are left out and why; nothing changes',
    takes: z.object(decision),
    answers: decisionPreview,
  }),
  decide: endpoint({
    method: 'POST',
    path: '/clusters/{id}/decide',
    access: everyone,
    summary:
      'Give every open finding of a cluster one status, if their number equals count; of more than 1,000 the others in the background',
    takes: z.object({ ...decision, count: z.number().int().min(1).max(200_000) }),
    answers: messageResponse.extend({
      /** Findings that have changed so far; of many the worker changes the others. */
      updated: z.number(),
      moment: z.string(),
      platforms: z.array(z.string()),
      /** One for each platform: to be watched, stopped and undone. */
      decisions: z.array(bulkDecision),
    }),
  }),
}

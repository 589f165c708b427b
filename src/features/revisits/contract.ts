import { z } from 'zod'
import { platform } from '#features/enforcement/contract-schemas.ts'
import { optionalPlatform } from '#features/findings/contract-schemas.ts'
import { endpoint } from '#kit/contract/endpoint.ts'
import { job } from '#kit/contract/job.ts'
import { pageSchema, pageParams } from '#kit/contract/page.ts'
import { sheetFormat } from '#kit/contract/sheet-format.ts'
import { day, messageResponse, id, optionalId } from '#kit/contract/texts.ts'
import { harmKinds } from '#vocabulary/harm-names.ts'
import { everyone, staff } from '#vocabulary/roles.ts'
import { messages } from './messages.ts'
import {
  agreedPriorities,
  countings,
  groupings,
  leagueKinds,
  leaguePeriods,
  outcomes,
  proposalKinds,
  sides,
  stepNames,
} from './rules.ts'

/** Visits the addresses that are due. */
export const visitFindings = job({ name: 'visit-findings', payload: z.object({}), tries: 1, cron: '* * * * *' })
/** Reads approvals into the clocks and starts watching the addresses of newly enforced findings. */
export const updateClocks = job({ name: 'update-clocks', payload: z.object({}), tries: 1, cron: '* * * * *' })

/** Deletes old visits that are no longer needed as evidence, every night. */
export const thinOldVisits = job({ name: 'thin-old-visits', payload: z.object({}), tries: 3, cron: '10 21 * * *' })

const moment = z.string().nullable()

/** The dates of a finding's enforcement; messages.ts defines each of them. */
export const clock = z.object({
  detected: z.string(),
  approved: moment,
  sent: moment,
  acknowledged: moment,
  answered: moment,
  unreachable: moment,
})
export type Clock = z.output<typeof clock>

export const visit = z.object({
  id,
  at: z.string(),
  address: z.string(),
  outcome: z.enum(outcomes),
  /** Whether the page is up or down; null when the visit is inconclusive. */
  side: z.enum(sides).nullable(),
  /** How many consecutive visits agree, including this one. */
  streak: z.number(),
  reason: z.string(),
  statusCode: z.number().nullable(),
  addresses: z.array(z.string()),
  finalAddress: z.string().nullable(),
  title: z.string().nullable(),
  excerpt: z.string().nullable(),
  sha256: z.string().nullable(),
})
export type Visit = z.output<typeof visit>

const proposal = z.object({
  id,
  kind: z.enum(proposalKinds),
  /** The present status of the finding, and the proposed one. */
  from: z.string(),
  to: z.string(),
  proposedAt: z.string(),
  /** Since when the visits agree, and how many they are. */
  since: z.string(),
  streak: z.number(),
  findingId: id,
  platform: z.string(),
  company: z.string(),
  brand: z.string(),
  visit,
})
export type Proposal = z.output<typeof proposal>

const scopeParts = { company: optionalId, brand: optionalId, platform: optionalPlatform }

/**
 * Seconds after which half, and nine in ten, of the findings that began a step had ended it (Kaplan and Meier: those that have
 * not count for as long as they have been in it); null where so many do not. `findings` ended it.
 */
const durationStats = z.object({ findings: z.number(), median: z.number().nullable(), p90: z.number().nullable() })
export type DurationStats = z.output<typeof durationStats>

/** Days within which a step should be done for a company, on a platform and, unless '', for a priority. */
const agreed = z.object({
  companyId: id,
  company: z.string(),
  platform: z.string(),
  step: z.enum(stepNames),
  priority: z.enum(agreedPriorities),
  days: z.number(),
  /** Counted from Monday to Friday only. */
  isBusiness: z.boolean(),
})
export type AgreedDays = z.output<typeof agreed>

/** Largest number of proposals decided in one call: a page. */
export const maxDecided = 100

/** Counts what registrars and hosts did about notices, every hour. */
export const countLeague = job({ name: 'count-desk-league', payload: z.object({}), tries: 2, cron: '37 * * * *' })

/** What a registrar or host did about the notices of one kind of harm that its desk received. */
const leagueRow = z.object({
  name: z.string(),
  harm: z.enum(harmKinds),
  /** Within the kind of harm; null below the least number of notices. */
  rank: z.number().nullable(),
  /** Findings about which its own desk received a notice. */
  sent: z.number(),
  /** Findings with a notice to anybody whose last record names it. */
  named: z.number(),
  /** By a person. */
  answered: z.number(),
  /** Found unreachable after the notice. */
  down: z.number(),
  /** Median hours from the notice until it was found unreachable, by Kaplan and Meier; null while most are up. */
  medianHours: z.number().nullable(),
})
export type LeagueRow = z.output<typeof leagueRow>

const leagueParts = {
  kind: z.enum(leagueKinds).catch('registrar'),
  company: optionalId,
  harm: z.enum(harmKinds).optional().catch(undefined),
  months: z.enum(leaguePeriods).catch('12'),
  count: z.enum(countings).catch('all'),
}

export const revisits = {
  proposals: endpoint({
    method: 'GET',
    path: '/enforcement/proposals',
    access: staff,
    summary: 'Changes of status that re-visits propose, newest first, with the number of each kind',
    takes: z.object({
      ...pageParams,
      ...scopeParts,
      kind: z.enum(proposalKinds).optional().catch(undefined),
      /** Part of the address that was visited. */
      search: z.string().trim().max(200).optional(),
    }),
    answers: pageSchema(proposal).extend({ counts: z.object({ success: z.number(), reopen: z.number() }) }),
  }),
  decide: endpoint({
    method: 'POST',
    path: '/enforcement/proposals/decide',
    access: staff,
    summary: 'Accept or dismiss 1 to 100 proposals, all or none; 409 when one is no longer open',
    takes: z.object({
      accept: z.boolean('Accept is required'),
      ids: z.array(id, messages.idsNotValid).min(1, messages.idsNotValid).max(maxDecided, messages.idsNotValid),
    }),
    answers: messageResponse,
  }),
  ofFinding: endpoint({
    method: 'GET',
    path: '/enforcement/visits/{id}',
    access: staff,
    summary: 'The clock of a finding and its last 20 visits, newest first; clock is null without an enforcement',
    takes: z.object({ id }),
    answers: z.object({
      clock: clock.nullable(),
      visits: z.array(visit),
      total: z.number(),
      /** Whether re-visits are switched on. */
      isOn: z.boolean(),
      /** A visit was requested and has not taken place yet. */
      isRequested: z.boolean(),
    }),
  }),
  visitNow: endpoint({
    method: 'POST',
    path: '/enforcement/visits/{id}',
    access: staff,
    summary: 'Visit the address of an enforced finding as soon as its host may be visited',
    takes: z.object({ id }),
    answers: messageResponse,
  }),
  clock: endpoint({
    method: 'GET',
    path: '/enforcement/clock',
    access: everyone,
    summary: 'Time between the stages of enforced findings, and one of these steps by month, brand or platform',
    takes: z.object({
      ...scopeParts,
      startDate: day('Start date'),
      endDate: day('End date'),
      step: z.enum(stepNames).catch('all'),
      by: z.enum(groupings).catch('month'),
      /** Whether durations count all hours or business hours only. */
      count: z.enum(countings).catch('all'),
    }),
    answers: z.object({
      steps: z.array(
        durationStats.extend({
          step: z.enum(stepNames),
          /** How many findings have begun the step; `findings` of them have ended it. */
          of: z.number(),
          /** Of the begun ones for which days are agreed: how many took or take longer, or took so until they left the step. */
          agreed: z.number(),
          late: z.number(),
        }),
      ),
      /**
       * The share of findings that are unreachable so many days after the notice, by Kaplan and Meier: findings that are
       * still up count as long as they were observed. `percent` is null where nothing was observed for so long.
       */
      down: z.object({
        of: z.number(),
        down: z.number(),
        within: z.array(z.object({ days: z.number(), percent: z.number().nullable() })),
      }),
      /** `findings` of a group have ended the step, of so many that began it. */
      groups: z.array(durationStats.extend({ key: z.string(), name: z.string(), of: z.number() })),
      /** Set when durations count business hours: these, and how many seconds a business day has. */
      business: z.object({ hours: z.string(), zone: z.string(), daySeconds: z.number() }).nullable(),
    }),
  }),
  league: endpoint({
    method: 'GET',
    path: '/enforcement/league',
    access: staff,
    summary: 'What registrars or hosts did about notices, by kind of harm, with its definition; at most 500 rows',
    takes: z.object(leagueParts),
    answers: z.object({
      rows: z.array(leagueRow),
      /** With fewer notices there is no rank. */
      leastRanked: z.number(),
      definition: z.array(z.string()),
      /** The name of its file without an ending: kind, company, kind of harm, months and hours. */
      fileName: z.string(),
      /** Null: nothing was counted yet. */
      countedAt: z.string().nullable(),
    }),
  }),
  leagueFile: endpoint({
    method: 'GET',
    path: '/enforcement/league/file',
    access: staff,
    summary: 'The same as CSV or Excel, with what it is about and the definition below the rows',
    takes: z.object({ ...leagueParts, type: sheetFormat }),
    answers: z.unknown(),
    streams: true,
  }),
  agreedDays: endpoint({
    method: 'GET',
    path: '/enforcement/agreed-days',
    access: everyone,
    summary: 'Days within which steps of enforcement should be done, by company, platform and priority',
    takes: z.object({ company: optionalId }),
    answers: z.array(agreed),
  }),
  agreeDays: endpoint({
    method: 'PUT',
    path: '/enforcement/agreed-days',
    access: ['Admin'],
    summary: 'Agree the days of a step for a company, platform and priority (empty: any); days null removes them',
    takes: z.object({
      company: id,
      platform,
      step: z.enum(stepNames, messages.stepNotValid),
      priority: z.enum(agreedPriorities, messages.priorityNotValid).default(''),
      days: z.int(messages.daysNotValid).min(1, messages.daysNotValid).max(365, messages.daysNotValid).nullable(),
      isBusiness: z.boolean(messages.businessNotValid).default(false),
    }),
    answers: messageResponse,
  }),
}

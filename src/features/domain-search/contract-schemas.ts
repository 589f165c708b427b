import { z } from 'zod'
import { reference } from '#kit/contract/bounds.ts'
import { day, flag, id, isNotValid, isRequired, optionalId } from '#kit/contract/texts.ts'
import { pageParams } from '#kit/contract/page.ts'
import { ownPicture } from './contract-pictures.ts'
import { labels, messages } from './messages.ts'
import { actions, likenessKinds, maxKeywords, maxKeywordText, readKeywords, runStates } from './rules.ts'

const keywordsError = (issue: { input?: unknown }) =>
  issue.input === undefined || issue.input === null ? isRequired(labels.keywords) : isNotValid(labels.keywords)

/** Keywords as a text with one a line, or as a list; each once, in lower case. */
const keywords = z
  .union(
    [
      z.string().max(maxKeywordText, messages.keywordsTooLong),
      z.array(z.string().max(2048, messages.keywordsTooLong)).max(maxKeywords, messages.tooManyKeywords),
    ],
    { error: keywordsError },
  )
  .transform((raw, context) => {
    const read = readKeywords(typeof raw === 'string' ? raw : raw.join('\n'))
    const [first] = read.unreadable
    const refuse = (message: string) => context.addIssue({ code: 'custom', message })
    if (first) refuse(messages.keywordNotValid(first.line, first.text))
    else if (read.keywords.length === 0) refuse(isRequired(labels.keywords))
    else if (read.keywords.length > maxKeywords) refuse(messages.tooManyKeywords)
    return read.keywords
  })

export const newSchedule = z.object({
  company: reference(labels.company),
  brand: reference(labels.brand),
  keywords,
})

/** One run, and what it did. */
export const run = z.object({
  id,
  state: z.enum(runStates),
  /** Why it failed or was stopped. */
  reason: z.string().nullable(),
  /** Who started it; null for the daily run. */
  startedBy: z.string().nullable(),
  made: z.number(),
  inFeeds: z.number(),
  known: z.number(),
  chosen: z.number(),
  lookedUp: z.number(),
  absent: z.number(),
  registered: z.number(),
  throttled: z.number(),
  unknown: z.number(),
  wildcards: z.number(),
  found: z.number(),
  createdAt: z.string(),
  startedAt: z.string().nullable(),
  finishedAt: z.string().nullable(),
})
export type Run = z.output<typeof run>

/** A schedule (S-114). `company` is the legal name. */
export const schedule = z.object({
  id,
  _id: id,
  company: z.string(),
  companyId: id,
  brand: z.string(),
  brandId: id,
  keywords: z.array(z.string()),
  lastExecutedAt: z.string().nullable(),
  createdAt: z.string(),
  lastRun: run.nullable(),
})
export type Schedule = z.output<typeof schedule>

const likenessPart = z.object({ kind: z.enum(likenessKinds), value: z.number(), text: z.string() })
export type LikenessPart = z.output<typeof likenessPart>

/** The finding that a decision made, as links lead to it. */
export const madeFinding = z.object({ id, platform: z.string(), companyId: id, brandId: id, reportingDate: z.string() })
export type MadeFinding = z.output<typeof madeFinding>

/** A searched domain (S-113) and what was seen of it. */
export const searchedDomain = z.object({
  id,
  _id: id,
  domain: z.string(),
  /** The name in its own script; the same as `domain` for plain ones. */
  unicode: z.string(),
  keyword: z.string(),
  family: z.string(),
  imageUrl: z.string().nullable(),
  company: z.string(),
  companyId: id,
  brand: z.string(),
  brandId: id,
  likeness: z.number(),
  likenessParts: z.array(likenessPart),
  registrar: z.string().nullable(),
  registeredOn: z.string().nullable(),
  nameServers: z.array(z.string()),
  mailServers: z.array(z.string()),
  addresses: z.array(z.string()),
  isParked: z.boolean(),
  title: z.string().nullable(),
  finalAddress: z.string().nullable(),
  /** What is known of the page when there is none to show. */
  pageNote: z.string().nullable(),
  returnedBecause: z.string().nullable(),
  createdAt: z.string(),
  /** The decision, by whom and when; null before there is one. */
  action: z.enum(actions).nullable(),
  actedBy: z.string().nullable(),
  actedAt: z.string().nullable(),
  /** Null also once the finding is deleted. */
  finding: madeFinding.nullable(),
})
export type SearchedDomain = z.output<typeof searchedDomain>

export const searchedQuery = z.object({
  ...pageParams,
  company: optionalId,
  brand: optionalId,
  date: day(labels.date),
  /** Part of the name. */
  search: z.string().trim().max(253).optional(),
  decided: flag,
})

export const action = z.enum(actions, {
  error: (issue) => (issue.input === undefined ? isRequired('Action') : isNotValid('Action')),
})

/** A page or a picture of a brand itself, with which look-alikes are compared. */
export const brandReference = ownPicture.extend({
  state: z.enum(['Waiting', 'Read', 'Failed']),
  problem: z.string().nullable(),
  title: z.string(),
  imageUrl: z.string().nullable(),
})
export type BrandReferenceDoc = z.output<typeof brandReference>

/** Kinds of feeds: the search for certificates, logs of certificates, lists that are fetched, files that were uploaded. */
export const feedKinds = ['search', 'log', 'tiles', 'list', 'file'] as const
export type FeedKind = (typeof feedKinds)[number]

/** Where new names come from, when they last did, and how many. */
export const feed = z.object({
  id,
  kind: z.enum(feedKinds),
  address: z.string(),
  names: z.number(),
  /** Names that are look-alikes of a scheduled keyword and were not known before. */
  matched: z.number(),
  triedAt: z.string().nullable(),
  heardAt: z.string().nullable(),
  /** Why the last try brought nothing. */
  problem: z.string().nullable(),
  /** Entries of a log that are not read yet; null for others. */
  behind: z.number().nullable(),
  isReading: z.boolean(),
})
export type Feed = z.output<typeof feed>

import { truncate } from '#vocabulary/truncate.ts'
import { onOneLine } from '#vocabulary/one-line.ts'
/** What a source needs before it can be asked; each names its setting. */
export type SourceSettings = {
  /** META_AD_LIBRARY_TOKEN */
  metaToken?: string | undefined
  /** X_BEARER_TOKEN */
  xToken?: string | undefined
  /** PINTEREST_TOKEN */
  pinterestToken?: string | undefined
  /** SEARCH_URL: a SearXNG server. */
  searchUrl?: string | undefined
  /** SOURCE_COUNTRY: two letters; where ads and pins are shown. */
  country: string
  /** Asked instead of the sources' own harmless questions, where those would find nothing: in the demo world. */
  probe?: string
  /** SOURCE_URLS: other origins than the sources' own, by source key; a gateway, or the small web of the demo world. */
  origins: Readonly<Partial<Record<SourceKey, string>>>
}

export type SourceKey = 'facebookAds' | 'twitter' | 'pinterest' | 'facebook' | 'flipkart' | 'meesho'

/** One request to a source. */
export type SourceRequest = { address: string; accept: string; headers?: Readonly<Record<string, string>> }

/** The answer to it, as text. */
export type SourceAnswer = { status: number; text: string; address: string }

export type SourceRecord = Readonly<Record<string, string>>

/** What an answer holds; `next` asks for the following page. */
export type SourcePage = { records: SourceRecord[]; next?: string | undefined }

/** The source refused the question: a wrong key, a term it does not take. The message is for people. */
export class SourceRefused extends Error {
  /** Whether every other question would be refused as well. */
  readonly isFinal: boolean
  constructor(message: string, isFinal = false) {
    super(message)
    this.isFinal = isFinal
  }
}

/** The source asks to wait; `seconds` when it says how long. */
export class SourceBusy extends Error {
  readonly seconds: number | undefined
  constructor(message: string, seconds?: number) {
    super(message)
    this.seconds = seconds
  }
}

/** The answer is not what the source used to give: nothing can be read from it. */
export class SourceChanged extends Error {}

/** A source of search results: how it is asked and read. A definition does no input or output itself. */
export type Source = {
  key: SourceKey
  /** As people call it. */
  title: string
  /** Its own origin. */
  origin: string
  /** 'key': an official interface; 'search': through a search engine; 'pages': pages made for people. */
  kind: 'key' | 'search' | 'pages'
  /** The setting that is missing; undefined when it can be asked. */
  missing: (settings: SourceSettings) => string | undefined
  /** Columns of its records (G86). */
  columns: readonly string[]
  /** Seconds between two requests, and pages read for a term at most. */
  secondsBetween: number
  maxPages: number
  /** Characters of a term that it takes. */
  maxTerm: number
  /** Whether a term is an address that is opened instead of searched for; `maxTerm` does not count for those. */
  isAddress?: (term: string) => boolean
  /** A harmless question that always has an answer. */
  probe: string
  /** The request for a term, or for a further page of it. Throws SourceRefused for a term that cannot be asked. */
  ask: (term: string, settings: SourceSettings, next?: string) => SourceRequest
  /** Reads an answer. Throws SourceRefused, SourceBusy or SourceChanged. An empty list means that it said 'no results'. */
  read: (answer: SourceAnswer, term: string, settings: SourceSettings) => SourcePage
}

/** The origin at which a source is asked, without a trailing slash. */
export const originOf = ({ key, origin }: Pick<Source, 'key' | 'origin'>, { origins }: SourceSettings): string =>
  (origins[key] ?? origin).replace(/\/+$/, '')

/** The origin at which the operator has a source asked; undefined where that is the source's own. */
export function configuredOriginOf(
  { key, kind }: Pick<Source, 'key' | 'kind'>,
  { origins, searchUrl }: SourceSettings,
): string | undefined {
  const configured = kind === 'search' ? searchUrl : origins[key]
  return configured && new URL(configured).origin
}

/** A text on one line, at most 2,000 characters; empty for everything that is no text. */
export const oneLine = (text: unknown): string =>
  typeof text === 'string' || typeof text === 'number' ? truncate(onOneLine(String(text).toWellFormed()), 2000) : ''

/** The words of a term without what a search engine reads as an operator: quotes, and signs before a word. */
export const wordsOf = (term: string): string[] =>
  term
    .replace(/["“”„«»'`]/g, ' ')
    .split(/\s+/)
    .map((word) => word.replace(/^[-+~!^(]+|[)*~]+$/g, ''))
    .filter((word) => word !== '')

type Json = Record<string, unknown>
export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The JSON object of an answer; throws SourceChanged where there is none. */
export function objectOf({ text }: SourceAnswer, title: string): Json {
  try {
    const parsed: unknown = JSON.parse(text)
    if (isObject(parsed)) return parsed
  } catch {
    // Said below.
  }
  throw new SourceChanged(`${title} answered something other than JSON`)
}

/** Throws for the statuses that every web source answers alike. */
export function checkStatus({ status }: SourceAnswer, title: string): void {
  if (status === 429 || status === 503) throw new SourceBusy(`${title} asks to wait (${status})`)
  if (status >= 500) throw new SourceBusy(`${title} has a fault (${status})`)
}

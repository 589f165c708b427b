import { isChallenge, isSuspended, parsePage } from '#features/revisits/server/parse-page.ts'
import { templateOf } from '#features/revisits/server/page-template.ts'
import { isMarketplace, isParkingServer, looksParked } from '#features/revisits/server/parking.ts'
import type { Egress } from '#kit/server/egress.ts'
import { truncate } from '#vocabulary/truncate.ts'
import { type SmallPictures, smallPicturesOf } from './small-pictures.ts'

/** What was seen at an address. */
export type SeenPage = SmallPictures & {
  finalAddress: string | null
  status: number | null
  title: string
  text: string
  isParked: boolean
  /** What is known of the page when there is none to compare: not reached, a bot check, an error. */
  note: string | null
  /** PNG; absent where no browser opens pages. */
  picture?: Buffer | undefined
  /** WACZ. */
  archive?: Buffer | undefined
  certificate: { issuer: string; validFrom: string; validTo: string } | null
  /** The hash of its structure; null where that says nothing. */
  template: string | null
}

/** What a browser brings of a page. */
type BrowserVisit = {
  finalAddress: string
  status: number | null
  certificate: { issuer: string; validFrom: string; validTo: string } | null
  title: string
  html: string
  text: string
  picture: Buffer
  archive?: Buffer | undefined
}

/** The part of the browser service that is needed. `missing` says in one line why pages cannot be opened. */
export type PageBrowser = {
  missing: () => Promise<string | undefined>
  visit: (
    address: string,
    options: { archive: boolean; seconds: number; signal?: AbortSignal },
  ) => Promise<BrowserVisit>
}

/** How pages are seen: in a browser where there is one, else fetched without a picture. */
export type PageDeps = {
  egress: Egress
  browser?: PageBrowser | undefined
  /** The address of a domain's page; for tests with servers on other ports. */
  addressOf?: (domain: string, protocol: 'https' | 'http') => string
}

const maxText = 20_000
const maxPageBytes = 1_000_000
const visitSeconds = 30

/** Opens the page of a domain: HTTPS, and where that is not answered, HTTP. Never rejects because of the page. */
export async function seePage(
  deps: PageDeps,
  domain: string,
  { nameServers = [], signal }: { nameServers?: readonly string[]; signal?: AbortSignal } = {},
): Promise<SeenPage> {
  const addressOf = deps.addressOf ?? ((host, protocol) => `${protocol}://${host}/`)
  const parkedAt = nameServers.find(isParkingServer)
  let failure = ''
  for (const protocol of ['https', 'http'] as const) {
    const address = addressOf(domain, protocol)
    const read = await open(deps, address, signal).catch((problem: unknown) => {
      if (signal?.aborted) throw problem
      failure = reasonOf(problem)
      return undefined
    })
    if (read) return seenOf(deps, read, { address, parkedAt })
  }
  return {
    ...nothingSeen,
    isParked: parkedAt !== undefined,
    note: parkedAt === undefined ? `No page: ${failure}`.slice(0, 300) : `Parked: its name server is ${parkedAt}`,
  }
}

/** Opens one page of a brand itself. Rejects with EgressError or BrowserError when it cannot be opened. */
export async function seeAddress(deps: PageDeps, address: string): Promise<SeenPage> {
  return seenOf(deps, await open(deps, address), { address, parkedAt: undefined })
}

const noPictures: SmallPictures = { iconHash: null, logos: [] }

const nothingSeen: SeenPage = {
  finalAddress: null,
  status: null,
  title: '',
  text: '',
  isParked: false,
  note: null,
  ...noPictures,
  certificate: null,
  template: null,
}

type ReadPage = Omit<BrowserVisit, 'picture'> & { picture?: Buffer | undefined }

async function open({ egress, browser }: PageDeps, address: string, signal?: AbortSignal): Promise<ReadPage> {
  if (browser && (await browser.missing()) === undefined)
    return browser.visit(address, { archive: true, seconds: visitSeconds, ...(signal ? { signal } : {}) })
  const response = await egress.safeFetch(address, 'text/html,application/xhtml+xml,*/*;q=0.8', {
    cutAt: maxPageBytes,
  })
  const { title, text, markup } = parsePage(response.body)
  return { finalAddress: response.address, status: response.status, certificate: null, title, text, html: markup }
}

type Opened = { address: string; parkedAt: string | undefined }

async function seenOf(deps: PageDeps, read: ReadPage, { address, parkedAt }: Opened): Promise<SeenPage> {
  const { finalAddress, status, certificate, picture, archive } = read
  const page = {
    title: truncate(plainLine(read.title), 300),
    text: truncate(plainLine(read.text), maxText),
    markup: read.html,
  }
  const host = URL.canParse(finalAddress) ? new URL(finalAddress).hostname : ''
  const isParked = parkedAt !== undefined || isMarketplace(host) || looksParked(page)
  const note = noteOf({ status, page, finalAddress, host, parkedAt, isParked })
  return {
    finalAddress: finalAddress.slice(0, 2048),
    status,
    ...page,
    isParked,
    note,
    picture,
    archive,
    ...(isParked ? noPictures : await smallPicturesOf(deps.egress, read)),
    certificate,
    template: note === null ? await templateOf({ ...page, address, finalAddress }) : null,
  }
}

type Noted = {
  status: number | null
  page: { title: string; text: string; markup: string }
  finalAddress: string
  host: string
  parkedAt: string | undefined
  isParked: boolean
}

function noteOf({ status, page, finalAddress, host, parkedAt, isParked }: Noted): string | null {
  if (parkedAt !== undefined) return `Parked: its name server is ${parkedAt}`
  if (isMarketplace(host)) return `Parked: it redirects to ${host}, where domains are sold`
  if (isParked) return 'Parked: it shows a parking page'
  if (isSuspended(page, finalAddress)) return 'Its host has suspended the site'
  if (isChallenge(page, finalAddress)) return 'It shows a bot check'
  if (status !== null && (status < 200 || status >= 300)) return `It answers with status ${status}`
  return null
}

/** A text of others on one line, without what a finding's cells and the database do not accept. */
export const plainLine = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}\uFFFE]+/gu, ' ')
    .trim()

/** Why a page was not opened, as a part of a sentence; throws what is no answer of the network. */
export function reasonOf(problem: unknown): string {
  const { message, reason } = problem as { message?: unknown; reason?: unknown }
  if (reason === 'time') return 'no answer in time'
  if (reason === 'unreached') return 'it could not be reached'
  if (typeof reason === 'string' && typeof message === 'string') return message
  throw problem
}

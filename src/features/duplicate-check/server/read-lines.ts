import { isBlank } from '#kit/contract/bounds.ts'
import { z } from 'zod'
import { identityKey } from '#features/findings/server/identity-key.ts'
import { type ArrayLiteral, arrayLiteral } from '#features/staging-rows/server/array-literal.ts'
import { readJsonObject, type Refusal } from '#features/staging-rows/server/read-json-object.ts'
import { duplicateCheckMessages as messages, refuseLines } from '#features/duplicate-check/messages.ts'
import { maxLines } from '#features/duplicate-check/rules.ts'
import { isNotValid, isRequired } from '#kit/contract/texts.ts'
import { platformOf } from '#platforms/all.ts'
import { comparedAddress } from '#platforms/compared-address.ts'
import { isIdentifiedByDomain, type Platform } from '#platforms/platform.ts'
import { isDomainName, isWebAddress, normaliseDomain, refangAddress } from '#vocabulary/addresses.ts'

/** Whose findings the lines are compared with; without a brand those of all brands of the company (G92). */
export type CheckScope = { companyId: string; brandId: string | undefined; platform: string }

/** A line that is not blank; without an identity it is no address. */
export type Line = { url: string; compared: string; identity: string | null }

export type ReadLines = {
  scope: CheckScope
  lines: Line[]
  /** What is looked up in the database: identity keys, and addresses with their hosts. */
  identities: ArrayLiteral
  addresses: ArrayLiteral
}

/** Parses the body of a check and normalises its lines. Runs in a worker thread; never throws. */
export function readLineBytes(body: Uint8Array): ReadLines | { refusal: Refusal } {
  const read = readJsonObject(body, maxValues)
  if ('refusal' in read) return read
  const { company, brand, platform: named, urls } = read.object
  const fields: Record<string, string> = {}
  if (!isId(company)) fields['company'] = isBlank(company) ? isRequired('Company') : isNotValid('Company')
  if (!isBlank(brand) && !isId(brand)) fields['brand'] = isNotValid('Brand')
  const texts = textsOf(urls)
  if (typeof texts === 'string') fields['urls'] = texts
  const platform = typeof named === 'string' && named.length < 40 ? platformOf(named) : undefined
  if (!platform) fields['platform'] = isBlank(named) ? isRequired('Platform') : isNotValid('Platform')
  const [message] = Object.values(fields)
  if (message !== undefined) return { refusal: { status: 422, message, fields } }
  return {
    scope: {
      companyId: (company as string).toLowerCase(),
      brandId: isBlank(brand) ? undefined : (brand as string).toLowerCase(),
      platform: platform!.value,
    },
    ...normalised(platform!, texts as string[]),
  }
}

function normalised(platform: Platform, texts: readonly string[]): Omit<ReadLines, 'scope'> {
  const isAddress = isIdentifiedByDomain(platform)
    ? (text: string) => isDomainName(normaliseDomain(text))
    : isWebAddress
  const identities = new Set<string>()
  const addresses = new Set<string>()
  const lines = texts.map((url): Line => {
    const compared = comparedAddress(platform, url)
    if (!isAddress(refangAddress(url))) return { url, compared, identity: null }
    const identity = identityKey(platform, compared)
    identities.add(identity)
    addresses.add(compared)
    addresses.add(normaliseDomain(compared))
    return { url, compared, identity }
  })
  return { lines, identities: arrayLiteral(identities), addresses: arrayLiteral(addresses) }
}

/** The lines without blank ones and surrounding spaces, or why they are refused. */
function textsOf(urls: unknown): string[] | string {
  if (!Array.isArray(urls)) return isBlank(urls) ? messages.lineCount : messages.notText
  if (!urls.every((one) => typeof one === 'string')) return messages.notText
  const texts = urls.map((one: string) => one.toWellFormed().trim()).filter((one) => one !== '')
  return refuseLines(texts) ?? texts
}

/** Enough for a list that is refused because it is too long, and far from what a thread's memory holds. */
const maxValues = 10 * maxLines

const uuid = z.uuid()
const isId = (raw: unknown): raw is string => typeof raw === 'string' && uuid.safeParse(raw).success

import type { Element } from '@xmldom/xmldom'
import type { SignedEntry, SignedMarkContent } from '#features/trademarks/contract.ts'
import { signedMarkRefusals as refusals } from '#features/trademarks/messages.ts'
import { invalid } from '#kit/server/problem.ts'
import type { markTypes } from '#platforms/trademark.ts'
import { type Day, today } from '#vocabulary/dates.ts'
import { childNamed, childrenNamed, readSigned, type Signed, signedMarkSpace } from './signature.ts'
import { chainOf, serialOf, type Trust } from './trust.ts'

/** Maximum size of the file in bytes; real ones have about ten thousand. */
export const maxSignedMarkBytes = 256 * 1024

const markSpace = 'urn:ietf:params:xml:ns:mark-1.0'

type Kind = { element: string; markType: (typeof markTypes)[number]; since: string; number: string }

/** The three kinds of mark: their element, and the elements with the start of protection and the number. */
const kinds: readonly Kind[] = [
  { element: 'trademark', markType: 'Registered Trademark', since: 'regDate', number: 'regNum' },
  { element: 'court', markType: 'Court Validated', since: 'proDate', number: 'refNum' },
  { element: 'treatyOrStatute', markType: 'Statute or Treaty', since: 'proDate', number: 'refNum' },
]

/** Trusted certificates, the present time, and the time zone for dates in messages. */
export type VerifyOptions = { trust: Trust; now: Date; zone: string }

/**
 * Verifies a signed mark file (RFC 7848): the signature, the certificate chain, all dates. Only the signed part is
 * read. The caller checks the revocation list of signed marks. 422 on `file` with the check that failed.
 */
export function readSignedMark(file: string, options: VerifyOptions): SignedMarkContent {
  if (Buffer.byteLength(file) > maxSignedMarkBytes) throw refuse(refusals.tooLarge)
  const signed = readSigned(xmlOf(file))
  checkCertificate(signed, options)
  return contentOf(signed.root, options)
}

/** The XML inside the file: base64 between the two marker lines, or the XML itself. */
function xmlOf(file: string): string {
  const text = file.replace(/^\uFEFF/, '').trim()
  if (text.startsWith('<')) return text
  const [, encoded] = /-----BEGIN ENCODED SMD-----([A-Za-z0-9+/=\s]+)-----END ENCODED SMD-----/.exec(text) ?? []
  if (encoded === undefined) throw refuse(refusals.notEncoded)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(encoded, 'base64'))
  } catch {
    throw refuse(refusals.notEncoded)
  }
}

function checkCertificate({ signer, others }: Signed, { trust, now, zone }: VerifyOptions): void {
  const chain = chainOf(signer, others, trust.roots)
  if (!chain) throw refuse(refusals.unknownRoot)
  for (const one of chain) {
    const [from, to] = [new Date(one.validFrom), new Date(one.validTo)]
    if (now < from || now > to) throw refuse(refusals.certificateExpired(today(zone, from), today(zone, to)))
    if (trust.revokedSerials.has(serialOf(one.serialNumber))) throw refuse(refusals.certificateRevoked)
  }
}

function contentOf(root: Element, { trust, now, zone }: VerifyOptions): SignedMarkContent {
  const from = instantIn(root, signedMarkSpace, 'notBefore')
  const to = instantIn(root, signedMarkSpace, 'notAfter')
  if (now < from) throw refuse(refusals.notYetValid(today(zone, from)))
  if (now > to) throw refuse(refusals.expired(today(zone, to)))
  const holder = childNamed(root, markSpace, 'mark')
  const marks = kinds.flatMap((kind) =>
    holder ? childrenNamed(holder, markSpace, kind.element).map((mark) => entryOf(mark, kind, to)) : [],
  )
  if (marks.length === 0) throw refuse(refusals.incomplete('mark'))
  return {
    smdId: textIn(root, signedMarkSpace, 'id', /^\d{1,30}-\d{1,5}$/),
    marks,
    labels: [...new Set(marks.flatMap(({ labels }) => labels))].sort(),
    isRevocationKnown: trust.revokedUntil !== undefined && now <= trust.revokedUntil,
  }
}

function entryOf(mark: Element, { markType, since, number }: Kind, to: Date): SignedEntry {
  const ends = childNamed(mark, markSpace, 'exDate') ? instantIn(mark, markSpace, 'exDate') : to
  return {
    markName: textIn(mark, markSpace, 'markName', /^[^\p{Cc}]{1,255}$/u),
    markType,
    startDate: dayOf(instantIn(mark, markSpace, since)),
    expiryDate: dayOf(ends < to ? ends : to),
    number: (childNamed(mark, markSpace, number)?.textContent ?? '').trim().slice(0, 255),
    ...countryIn(mark),
    ...classesIn(mark),
    ...ownerIn(mark),
    labels: labelsIn(mark),
  }
}

/** The jurisdiction of a trademark, else the country of a court or statute: two letters (WIPO ST.3). */
function countryIn(mark: Element): { country?: string } {
  const protection = childNamed(mark, markSpace, 'protection')
  const found =
    childNamed(mark, markSpace, 'jurisdiction') ??
    childNamed(mark, markSpace, 'cc') ??
    (protection && childNamed(protection, markSpace, 'cc'))
  const country = (found?.textContent ?? '').trim().toUpperCase()
  return /^[A-Z]{2}$/.test(country) ? { country } : {}
}

/** The Nice classes, 1 to 45; other systems of classes are left out. */
function classesIn(mark: Element): { classes?: string[] } {
  const classes = childrenNamed(mark, markSpace, 'class').map((one) => (one.textContent ?? '').trim())
  const known = classes.filter((one) => /^(?:[1-9]|[1-3]\d|4[0-5])$/.test(one))
  return known.length > 0 ? { classes: known } : {}
}

/** The owners among the holders (RFC 7848, section 2.2): organisations, or people. Assignees and licensees own nothing. */
function ownerIn(mark: Element): { owner?: string } {
  const owners = childrenNamed(mark, markSpace, 'holder')
    .filter((holder) => holder.getAttribute('entitlement') === 'owner')
    .map((holder) => childNamed(holder, markSpace, 'org') ?? childNamed(holder, markSpace, 'name'))
    .map((name) => (name?.textContent ?? '').replace(/[\p{Cc}\s]+/gu, ' ').trim())
    .filter((name) => name !== '')
  return owners.length > 0 ? { owner: owners.join(', ').slice(0, 255) } : {}
}

function labelsIn(mark: Element): string[] {
  const labels = childrenNamed(mark, markSpace, 'label').map((one) => (one.textContent ?? '').trim().toLowerCase())
  if (labels.some((label) => !/^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label))) throw refuse(refusals.incomplete('label'))
  return [...new Set(labels)].sort()
}

function textIn(parent: Element, space: string, name: string, shape: RegExp): string {
  const text = childNamed(parent, space, name)?.textContent?.trim() ?? ''
  if (!shape.test(text)) throw refuse(refusals.incomplete(name))
  return text
}

function instantIn(parent: Element, space: string, name: string): Date {
  const text = childNamed(parent, space, name)?.textContent?.trim() ?? ''
  const instant = new Date(text)
  if (!/^[12]\d{3}-\d\d-\d\dT/.test(text) || Number.isNaN(instant.getTime())) throw refuse(refusals.incomplete(name))
  return instant
}

/** The clearinghouse writes days as instants in UTC. */
const dayOf = (instant: Date): Day => instant.toISOString().slice(0, 10)

const refuse = (sentence: string) => invalid({ file: sentence })

import { type Placeholder, placeholderPattern, placeholders } from '#features/enforcement-config/contract.ts'
import { platformOf } from '#platforms/all.ts'
import { isIdentifiedByDomain, reportedAddress } from '#platforms/platform.ts'
import { normaliseDomain } from '#vocabulary/addresses.ts'
import { type Day, dayInWords } from '#vocabulary/dates.ts'
import type { FindingPlatform } from '#vocabulary/platform-names.ts'
import { escapeForAttribute } from '#vocabulary/escape-html.ts'
import { shorten } from '#vocabulary/truncate.ts'

/**
 * The value of each placeholder of one notice, empty where unknown; `about` is the reported domain or URL, `owner` whom the
 * trademark belongs to.
 */
export type NoticeValues<Name extends string = Placeholder> = Readonly<Record<Name | 'about' | 'owner', string>>

/** A notice ready for the outbox. */
export type Notice<Name extends string = Placeholder> = {
  subject: string
  text: string
  html: string
  /** Placeholders in the text that had no value and were left blank. */
  missing: Name[]
}

/** The longest address shown in a subject: ticket systems cut subjects at 250 characters, and our reference comes last. */
const longestInSubject = 100

/**
 * The email of a configuration for one finding (G75). Each placeholder is replaced once, so that a value which looks
 * like a placeholder is not replaced again. Values stay on one line: control characters become spaces. The HTML part
 * has the same lines, escaped, without a live link to the reported address. Pure: the same input gives the same email.
 */
export function composeNotice<Name extends string = Placeholder>(
  mailBody: readonly string[],
  values: NoticeValues<Name>,
  known: readonly Name[] = placeholders as readonly string[] as readonly Name[],
): Notice<Name> {
  const missing = new Set<Name>()
  const filled = mailBody.map((line) =>
    line.replace(placeholderPattern, (whole, name: string) => {
      const placeholder = known.find((one) => one === name.trim())
      if (!placeholder) return whole
      const value = onOneLine(values[placeholder])
      if (value === '') missing.add(placeholder)
      return value
    }),
  )
  return {
    subject: `Infringement notice: ${shorten(onOneLine(values.about), longestInSubject)}`,
    text: filled.join('\n'),
    html: `<div>${filled.map((line) => `<p style="margin:0">${escapeForAttribute(line) || '&nbsp;'}</p>`).join('\n')}</div>`,
    missing: known.filter((one) => missing.has(one)),
  }
}

/** The placeholder values of a notice, from a finding and the enforcement details. */
export function noticeValues(params: {
  platform: FindingPlatform
  company: string
  brand: string
  /** The reported page; null where domains are reported. */
  url: string | null
  /** The reported domain; null where only a page is known. */
  domain: string | null
  /** The name to give in place of the reported host: registrars act on what was registered only. */
  registeredName?: string | undefined
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
  date: Day
  /** What the notice adds to the finding; blank in a draft without one, where the mark is the company's. */
  stated?: Partial<Pick<NoticeValues, 'mark' | 'owner' | 'markNumber' | 'harm' | 'seenAt' | 'reference'>>
}): NoticeValues {
  const platform = platformOf(params.platform)!
  const host = normaliseDomain(reportedAddress(platform, params))
  const domain = params.registeredName ?? host
  const url = params.url || host
  return {
    about: isIdentifiedByDomain(platform) ? host : url,
    company: params.company,
    brand: params.brand,
    url,
    domain,
    registrar: params.registrar ?? '',
    ipAddress: params.ipAddress ?? '',
    hosting: params.hosting ?? '',
    date: dayInWords(params.date),
    mark: '',
    markNumber: '',
    owner: params.company,
    harm: '',
    seenAt: '',
    reference: '',
    ...params.stated,
  }
}

/** A text of a kind of harm, of which the owner of the mark is a placeholder, too. */
export function fillHarmText(text: string, values: NoticeValues): string {
  const isSame = brandOf(values.brand, values.company) === values.brand
  const named = isSame ? text.replaceAll('{{brand}} of {{company}}', '{{brand}}') : text
  return endedOnce(composeNotice<Placeholder | 'owner'>([named], values, [...placeholders, 'owner']).text)
}

/** A brand and whose it is; of a company named as its brand only the brand. */
export const brandOf = (brand: string, company: string): string =>
  brand.trim().toLowerCase() === company.trim().toLowerCase() ? brand : `${brand} of ${company}`

/** A sentence that ends with a name such as 'Acme Pvt. Ltd.' has that full stop only. */
export const endedOnce = (text: string): string => text.replace(/(?<!\.)\.\.(?=\s|$)/g, '.')

/**
 * A text on one line: control characters and runs of spaces become one space; signs that turn the direction of what follows
 * them, so that it reads otherwise than it is, are left out.
 */
export const onOneLine = (text: string): string =>
  text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()

/** An address in which signs that nobody sees, or that turn its direction, stand as browsers send them: percent-encoded. */
export const inVisibleSigns = (address: string): string =>
  address.replace(/[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu, encodeURIComponent)

import { onOneLine } from '#features/enforcement-config/server/compose-notice.ts'
import { messages as texts } from '#features/notices/messages.ts'
import type { Settings } from '#kit/server/serve.ts'
import { domainOfEmail, isWebAddress } from '#vocabulary/addresses.ts'
import type { ReportType } from '#vocabulary/harm-kinds.ts'
import { harmOfCode } from '#vocabulary/harm-texts.ts'
import { truncate } from '#vocabulary/truncate.ts'
import { type ExaminedCase, hostOf } from './examine.ts'
import { namedMark } from './named-rights.ts'
import { reportTypeFor } from './report-types.ts'

/**
 * Who sends on behalf of the company, the time zone in which the notice states times next to UTC, and how addresses are
 * visited: from which country, where it is known, and with which user agent.
 */
export type Sender = {
  org: string
  contact: string
  zone: string
  visitsFrom?: string | undefined
  visitsAs?: string | undefined
}

/** This installation as the sender of notices. */
export const senderOf = ({
  productName,
  supportAddress,
  businessZone,
  revisitsFrom,
  revisitsAs,
}: Pick<Settings, 'productName' | 'supportAddress' | 'businessZone' | 'revisitsFrom' | 'revisitsAs'>): Sender => ({
  org: productName,
  contact: supportAddress,
  zone: businessZone,
  visitsFrom: revisitsFrom,
  visitsAs: revisitsAs,
})

/** The details that the notice adds to the finding: report id, registrar, IP address and host. */
export type ReportDetails = {
  reportId: string
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
  /** The domain name as the email gives it. */
  domainName: string | undefined
}

export type Report = { category: string; type: string } & Record<string, unknown>

/** The largest picture that a report may contain or an email has attached, in bytes (XARF 4.2: 5 MB per item). */
export const largestEvidence = 5 * 1024 * 1024

/**
 * A finding as an XARF 4.2 report; undefined where a value that the schema requires is unknown (the brand's own site,
 * or a web address). `placeholder` stands for the picture's bytes, which are inserted when the email is sent. Pure.
 */
export function composeReport(
  examined: ExaminedCase,
  sender: Sender,
  details: ReportDetails,
  placeholder: string,
): Report | undefined {
  const finding = { ...examined, brand: onOneLine(examined.brand), company: onOneLine(examined.company) }
  const page = pageOf(finding)
  if (page === undefined) return undefined
  const kind = reportKind(reportTypeFor(finding.reasonCode, hostOf(finding) ?? null), finding)
  const specificFields = kind && typeSpecificFields(kind, finding, page)
  if (!kind || !specificFields) return undefined
  const mark = namedMark(finding)
  const common = {
    xarf_version: '4.2.0',
    report_id: details.reportId,
    timestamp: new Date(finding.seen?.at ?? finding.foundAt).toISOString(),
    reporter: contact(finding.company, finding.signer?.email ?? sender.contact),
    sender: contact(sender.org, sender.contact),
    source_identifier: details.ipAddress || (hostOf(finding) ?? page),
    evidence_source: 'researcher_analysis',
    evidence: [...evidenceOf(finding, placeholder), ...finding.messages.map(messageEvidence)],
    description: truncate(
      [
        harmOfCode(finding.reasonCode).name,
        onOneLine(finding.reason ?? `Infringement of ${finding.brand}`),
        mark && `Mark: ${mark.name}${mark.number && `, No. ${mark.number}`}`,
      ]
        .flatMap((sentence) => (sentence ? [sentence.replace(/[.\s]+$/, '')] : []))
        .join('. '),
      1000,
    ),
  }
  if (kind.type === 'copyright') return { ...common, category: 'copyright', type: 'copyright', ...specificFields }
  const { domainName } = details
  const externalUrl = asUri(finding.image)
  return {
    ...common,
    category: 'content',
    type: kind.type,
    url: page,
    ...(domainName && /^([a-z0-9]+(-[a-z0-9]+)*\.)+[a-z]{2,}$/.test(domainName) ? { domain: domainName } : {}),
    ...(details.registrar ? { registrar: details.registrar } : {}),
    ...(details.hosting ? { hosting_provider: details.hosting } : {}),
    target_brand: finding.brand,
    // When somebody stored a picture says nothing of when the page was seen.
    ...(finding.seen?.by === 'visit' ? { verified_at: finding.seen.at, verification_method: 'automated_crawler' } : {}),
    ...(finding.picture === null && externalUrl ? { screenshot_url: externalUrl } : {}),
    ...specificFields,
  }
}

/** A suspicious registration without a known date is reported as brand infringement. */
function reportKind(type: ReportType, finding: ExaminedCase): ReportType | undefined {
  const kind: ReportType =
    type.type === 'suspicious_registration' && finding.registrationDate === null
      ? { type: 'brand_infringement', infringement: type.infringement, elements: ['domain_name'] }
      : type
  return kind.type === 'brand_infringement' && finding.ownSite === null ? undefined : kind
}

function typeSpecificFields(kind: ReportType, finding: ExaminedCase, page: string): Record<string, unknown> {
  const site = finding.ownSite === null ? {} : { site: finding.ownSite }
  switch (kind.type) {
    case 'brand_infringement':
      return {
        infringement_type: kind.infringement,
        legitimate_site: finding.ownSite,
        ...(kind.elements?.length ? { infringing_elements: kind.elements } : {}),
        ...trademarkDetails(finding),
      }
    case 'phishing':
      return 'site' in site ? { cloned_site: site.site } : {}
    // Which family it is and how it spreads, the finding does not say.
    case 'malware':
      return {}
    case 'fraud':
      return { fraud_type: kind.fraud, claimed_entity: finding.brand }
    case 'suspicious_registration':
      return {
        registration_date: `${finding.registrationDate}T00:00:00Z`,
        suspicious_indicators: kind.indicators,
        targeted_brands: [finding.brand],
      }
    case 'copyright':
      return {
        infringing_url: page,
        work_title: truncate(
          finding.works.map(({ title }) => onOneLine(title)).join(', ') || `Works of ${finding.brand}`,
          500,
        ),
        rights_holder: truncate(finding.company, 200),
        ...originalOf(finding),
        infringement_type: kind.infringement,
      }
  }
}

/** Where the original work is published, else the genuine site. */
function originalOf({ works, ownSite }: ExaminedCase): { original_url?: string } {
  const address = works.map(({ link }) => asUri(link)).find((one) => one !== undefined) ?? ownSite
  return address ? { original_url: address } : {}
}

/** The mark that the email names, as far as its registration is known. */
function trademarkDetails(finding: ExaminedCase): { trademark_details?: object } {
  const mark = namedMark(finding)
  if (!mark?.number) return {}
  const classes = mark.classes
    .split(',')
    .map(Number)
    .filter((one) => Number.isInteger(one) && one >= 1 && one <= 45)
  return {
    trademark_details: {
      registration_number: mark.number,
      ...(mark.country ? { jurisdiction: mark.country } : {}),
      ...(classes.length > 0 ? { category: classes } : {}),
    },
  }
}

/** The stored picture with its hash (by hash alone above 5 MB); an external one by its address. */
function evidenceOf(finding: ExaminedCase, placeholder: string): object[] {
  const { picture } = finding
  const externalUrl = asUri(finding.image)
  if (picture && picture.bytes <= largestEvidence && !picture.isDescribed)
    return [
      {
        content_type: picture.mediaType,
        description: `Picture of the infringement${picture.reducedFrom ? `, reduced from sha256:${picture.reducedFrom}` : ''}`,
        payload: placeholder,
        hash: `sha256:${picture.sha256}`,
        size: picture.bytes,
      },
    ]
  if (!picture && !externalUrl) return []
  const location = picture ? `sha256:${picture.sha256}, ${picture.bytes} bytes, sent on request` : externalUrl!
  const payload = Buffer.from(location).toString('base64')
  return [{ content_type: picture ? 'text/plain' : 'text/uri-list', description: 'Where the picture is', payload }]
}

/** A message that led to the page, by its hash: the email that has the report has it attached, recipients masked. */
const messageEvidence = ({ kind, sha256, bytes }: ExaminedCase['messages'][number]) => ({
  content_type: 'text/plain',
  description: `${texts.message.title}: ${texts.message.kinds[kind]}`,
  payload: Buffer.from(`sha256:${sha256}, ${bytes} bytes, attached to the notice or sent on request`).toString(
    'base64',
  ),
})

const contact = (org: string, address: string) => ({
  org: truncate(org, 200),
  contact: address,
  domain: domainOfEmail(address),
})

/** The reported page as an absolute URL; the root of the domain where only a domain is known. */
function pageOf({ url, domain }: ExaminedCase): string | undefined {
  const page = url || (domain ? `http://${domain}/` : '')
  return asUri(page)
}

/** A web address as RFC 3986 requires (URL.href leaves some characters unescaped); undefined for any other text. */
function asUri(text: string | null): string | undefined {
  if (!isWebAddress(text ?? '')) return undefined
  const { protocol, username, host, pathname, search, hash } = new URL(text!)
  if (!/^([\w.~!$&'()*+,;=-]+|\[[\da-f:.]+\])(:\d+)?$/i.test(host)) return undefined
  const encodePart = (part: string) =>
    part.replace(/%(?![\da-f]{2})|[^\w.~!$&'()*+,;=:@/?%-]/gi, (sign) => encodeURIComponent(sign))
  const tail = [search, hash].map((part) => part.slice(0, 1) + encodePart(part.slice(1))).join('')
  return `${protocol}//${username && `${encodePart(username)}@`}${host}${encodePart(pathname)}${tail}`
}

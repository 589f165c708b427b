import { messages } from '#features/notices/messages.ts'
import type { Desk } from '#features/notices/rules.ts'
import type { Harm } from '#vocabulary/harm-kinds.ts'
import { unicodeLabel } from '#vocabulary/labels.ts'
import type { Sender } from './compose-report.ts'
import { type ExaminedCase, hostOf } from './examine.ts'
import { namedWorks } from './named-rights.ts'
import { countryZone } from './registered-names.ts'

/** A titled list of what a notice states. */
export type Statement = { title: string; lines: string[] }

const dnsAbuseNames = { phishing: 'phishing', malware: 'malware' } as const

type StatementParams = {
  desk: Desk
  sender: Sender
  /** The hosts of all findings, where it is about several. */
  hosts?: readonly (string | undefined)[]
  /** Whether the email says when it was seen, of each of them. */
  isSeen?: boolean
  /** The text is for a desk's web form, with which nothing is attached by itself. */
  isByForm?: boolean | undefined
}

/**
 * What the law asks a notice to state: of a registrar the DNS abuse (RAA 3.18, for names that ICANN's agreements hold for), of a host the points of Article 16(2)
 * of Regulation (EU) 2022/2065, of copyright those of 17 U.S.C. 512(c)(3)(A); and good faith, accuracy and signature.
 */
export function statementsOf(
  harm: Harm,
  finding: ExaminedCase,
  { desk, sender, hosts = [hostOf(finding)], isSeen = finding.seen !== null, isByForm }: StatementParams,
): Statement[] {
  const zones = new Set(hosts.map((host) => countryZone(host ?? '')))
  return [
    ...(desk === 'host'
      ? []
      : [...zones].flatMap((zone) =>
          zone === undefined ? registrarPoints(harm, isSeen) : countryPoints(harm, zone, isSeen),
        )),
    ...(desk === 'registrar' ? [] : hostPoints(harm)),
    ...(harm.basis === 'copyright' ? [copyrightPoints(finding)] : []),
    { title: 'Statements', lines: declarations(harm, finding, isByForm) },
    { title: 'Signed', lines: signature(finding, sender) },
  ]
}

/** What section 10 of the Registration Data Policy asks of a request in addition to who makes it and why. */
const lawfulUse = 'The request is made in good faith, and the data received will be processed lawfully.'

function registrarPoints({ dnsAbuse, basis }: Harm, isSeen: boolean): Statement[] {
  if (basis === 'registration-data')
    return [
      {
        title: 'For the registrar',
        lines: [
          'Accuracy: ICANN Registrar Accreditation Agreement, section 3.7.8, and the Registration Data Accuracy Program Specification.',
          'Disclosure: ICANN Registration Data Policy, section 10. The data requested are the name, postal address, email and phone of the registrant. They will be used only to assert the trademark stated above.',
          lawfulUse,
        ],
      },
    ]
  if (dnsAbuse === null) return []
  return [
    {
      title: 'For the registrar',
      lines: [
        `Category of DNS abuse: ${dnsAbuseNames[dnsAbuse]} (ICANN Registrar Accreditation Agreement, section 3.18.1).`,
        `${evidenceLine(isSeen)} Section 3.18.2 requires prompt mitigation that stops or otherwise disrupts this use of the domain name.`,
      ],
    },
  ]
}

/** What the evidence is, as far as the email has it. */
const evidenceLine = (isSeen: boolean): string =>
  isSeen
    ? 'The evidence is actionable: the address, what it does, whom it imitates and when it was seen are stated above and can be checked.'
    : 'The address, what it does and whom it imitates are stated above and can be checked.'

/** Of a name of a country or territory: its registry's rules hold in place of ICANN's. */
function countryPoints({ dnsAbuse, basis }: Harm, zone: string, isSeen: boolean): Statement[] {
  const title = `For the registrar and the registry of .${unicodeLabel(zone)}`
  if (basis === 'registration-data')
    return [
      {
        title,
        lines: [
          'Accuracy: please check the registration data, as the rules of the registry require of its registrants.',
          'Disclosure: the data requested are the name, postal address, email and phone of the registrant. They will be used only to assert the trademark stated above.',
          lawfulUse,
        ],
      },
    ]
  if (dnsAbuse === null) return []
  return [
    {
      title,
      lines: [
        `Category of abuse: ${dnsAbuseNames[dnsAbuse]}.`,
        `${evidenceLine(isSeen)} Please act on this use of the domain name under your terms of service and the rules of the registry.`,
      ],
    },
  ]
}

/** The category as a fact, with the rule for the names for which ICANN's holds; `names` are the hosts of all findings. */
export function dnsAbuseText(category: keyof typeof dnsAbuseNames, names: readonly (string | undefined)[]): string {
  const zones = new Set(names.map((name) => countryZone(name ?? '')))
  const countries = [...zones].flatMap((zone) => (zone === undefined ? [] : [`.${unicodeLabel(zone)}`]))
  if (countries.length === zones.size) return category
  return `${category} (RAA 3.18.1${countries.length > 0 ? `, for names outside ${countries.join(', ')}` : ''})`
}

/** That data are asked for says of no content that it is illegal. */
function hostPoints({ problem, basis }: Harm): Statement[] {
  if (problem === '' || basis === 'registration-data') return []
  return [
    {
      title: 'For the host: Article 16 of Regulation (EU) 2022/2065, where it applies',
      lines: [
        '(a) Reasons why the content is illegal: stated in the first lines and in the facts above. They let a diligent host see it without a detailed legal examination (Article 16(3)).',
        '(b) Exact electronic location: the address above.',
        '(c) Name and email of the notifier: under "Signed" below.',
        '(d) Good faith: in the statements below.',
        'Please confirm receipt (Article 16(4)) and tell us your decision and how to appeal against it (Article 16(5)).',
      ],
    },
  ]
}

function copyrightPoints(finding: ExaminedCase): Statement {
  const { ownSite, brand, company, postalAddress, signer } = finding
  const reached = [...(postalAddress ? ['address'] : []), ...(signer ? ['telephone'] : []), 'email']
  const named = namedWorks(finding).map(({ title, link }) => `"${title}", published at ${link}`)
  const work =
    named.length > 0 ? named.join('; ') : `the material of ${brand}${ownSite ? `, published at ${ownSite}` : ''}`
  return {
    title: 'Copyright: 17 U.S.C. 512(c)(3)(A)',
    lines: [
      '(i) Signature: the typed name under "Signed" below.',
      `(ii) ${named.length > 1 ? 'Works' : 'Work'}, owned by ${company}: ${work}.`,
      '(iii) Infringing material and where it is: the address above; we ask for its removal.',
      `(iv) ${sentenceCase(asList(reached))}: under "Signed" below.`,
      '(v) and (vi) Good faith, accuracy and authority: in the statements below.',
    ],
  }
}

const asList = (words: readonly string[]): string => words.join(', ').replace(/, (?=[^,]*$)/, ' and ')
const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/**
 * What is declared of every notice; of copies also the authority, under penalty of perjury. An email has its documents
 * attached.
 */
export function declarations(
  { basis }: Harm,
  { company, documents }: ExaminedCase,
  isByForm: boolean | undefined,
): string[] {
  const authority = documents.filter(({ type }) => type === 'authority').map(({ fileName }) => fileName)
  return [
    `We believe in good faith that the use described here is not authorised by ${company}, by its agents or by the law.`,
    'To the best of our knowledge, the information in this notice is accurate and complete.',
    ...(basis === 'copyright'
      ? [
          `Under penalty of perjury, the signer is authorised to act for ${company}, the owner of the exclusive right that is infringed.`,
        ]
      : []),
    ...(authority.length > 0
      ? [`Authority to act: ${authority.join(', ')}${isByForm ? messages.onRequest : ' (attached)'}.`]
      : []),
  ]
}

/** The signer set for the company; without one the sender, so that no contact of the company is named by accident. */
function signature({ signer, company, postalAddress }: ExaminedCase, sender: Sender): string[] {
  const who = signer
    ? [[signer.name, signer.title].filter(Boolean).join(', '), `for ${company}`]
    : [sender.org, `for ${company}`]
  return [
    ...who,
    ...(postalAddress ? [postalAddress] : []),
    ...(signer ? [`Phone ${signer.phone}`, `Email ${signer.email}`] : [`Email ${sender.contact}`]),
    ...(signer ? [`Sent by ${sender.org}, ${sender.contact}`] : []),
  ]
}

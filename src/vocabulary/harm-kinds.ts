import { type HarmKind, harmNames, type NoticeNeed } from './harm-names.ts'

/** The type-specific fields of a machine-readable report. Names are those of the XARF 4.2 schemas. */
export type ReportType =
  | { type: 'brand_infringement'; infringement: string; elements?: readonly string[] }
  | { type: 'phishing' }
  | { type: 'malware' }
  | { type: 'fraud'; fraud: string }
  /** Without a registration date this is a brand infringement of the kind named. */
  | { type: 'suspicious_registration'; indicators: readonly string[]; infringement: string }
  | { type: 'copyright'; infringement: string }

/** What the law says that the notice relies on; its statements follow from it. */
export type LegalBasis = 'dns-abuse' | 'trademark' | 'copyright' | 'registration-data'

/** A kind of harm. Texts may have the placeholders of a notice, and {{owner}}: whom the trademark belongs to. */
export type Harm = {
  name: string
  /** Of the email: in its subject and at its beginning. */
  headline: string
  /** One sentence: what is wrong. */
  problem: string
  /** What is asked of a host or platform, and of a registrar. */
  request: string
  registrarRequest: string
  /** By when, as the notice says it. */
  within: string
  /** The category of DNS abuse (RAA 3.18.1) that makes a registrar act; null where it is none. */
  dnsAbuse: 'phishing' | 'malware' | null
  basis: LegalBasis
  needs: readonly NoticeNeed[]
  report: ReportType
  /** Who could be asked instead, where no notice is sent at all; null where one is. */
  alternative: string | null
}

const all: readonly NoticeNeed[] = ['authority', 'right', 'evidence', 'ownSite', 'signer']
const suspend = 'Please suspend {{domain}} or stop its resolution'
const sent = { alternative: null } as const
/** A report of an infringement of a brand, and by which of its elements. */
export const misuse = (infringement: string, ...elements: string[]): ReportType => ({
  type: 'brand_infringement',
  infringement,
  elements,
})

/** The text, requirements and report of each kind of harm; defined only here. */
export const harms: Readonly<Record<HarmKind, Harm>> = {
  phishing: {
    ...sent,
    name: harmNames.phishing,
    headline: 'Phishing against {{brand}}',
    problem:
      'The page poses as {{brand}} of {{company}}, without their permission, to obtain personal data or money from their customers.',
    request: 'Please disable the page and preserve its files and logs',
    registrarRequest: suspend,
    within: '24 hours',
    dnsAbuse: 'phishing',
    basis: 'dns-abuse',
    needs: ['authority', 'evidence', 'ownSite', 'signer'],
    report: { type: 'phishing' },
  },
  malware: {
    ...sent,
    name: harmNames.malware,
    headline: 'Malware in the name of {{brand}}',
    problem: 'The page delivers software that harms its visitors, under the name {{brand}} of {{company}}.',
    request: 'Please disable the page and its downloads, and preserve its files and logs',
    registrarRequest: suspend,
    within: '24 hours',
    dnsAbuse: 'malware',
    basis: 'dns-abuse',
    needs: ['authority', 'evidence', 'signer'],
    report: { type: 'malware' },
  },
  'false-shop': {
    ...sent,
    name: harmNames['false-shop'],
    headline: 'False shop in the name of {{brand}}',
    problem:
      'The shop poses as {{brand}} of {{company}} and collects names, addresses and payment data for goods that it does not supply.',
    request: 'Please disable the shop and preserve its files and logs',
    registrarRequest: suspend,
    within: '24 hours',
    dnsAbuse: 'phishing',
    basis: 'dns-abuse',
    needs: all,
    report: { type: 'fraud', fraud: 'shopping' },
  },
  counterfeit: {
    ...sent,
    name: harmNames.counterfeit,
    headline: 'Counterfeit {{brand}} goods',
    problem:
      'The page offers goods under the trademark {{mark}} that were neither made nor approved by {{owner}}, its owner.',
    request: 'Please remove the offer',
    registrarRequest: 'Please pass this notice on to the registrant and to the host',
    within: 'three working days',
    dnsAbuse: null,
    basis: 'trademark',
    needs: all,
    report: misuse('counterfeit', 'product_images'),
  },
  trademark: {
    ...sent,
    name: harmNames.trademark,
    headline: 'Misuse of a trademark of {{brand}}',
    problem:
      'The page uses the trademark {{mark}} of {{owner}} without permission, so that its visitors take it for a page of {{brand}} or approved by it.',
    request: 'Please remove the use of the trademark from the page',
    registrarRequest: 'Please pass this notice on to the registrant and to the host',
    within: 'five working days',
    dnsAbuse: null,
    basis: 'trademark',
    needs: all,
    report: misuse('trademark_violation', 'brand_name'),
  },
  'trademark-in-domain': {
    ...sent,
    name: harmNames['trademark-in-domain'],
    headline: 'Trademark of {{brand}} in a domain name',
    problem: 'The domain name {{domain}} contains or imitates the trademark {{mark}} of {{owner}}.',
    request: 'Please pass this notice on to the registrant',
    registrarRequest: 'Please pass this notice on to the registrant',
    within: 'ten working days',
    dnsAbuse: null,
    basis: 'trademark',
    needs: all,
    report: { type: 'suspicious_registration', indicators: ['brand_keyword'], infringement: 'trademark_violation' },
  },
  'copied-content': {
    ...sent,
    name: harmNames['copied-content'],
    headline: 'Copied pictures or text of {{brand}}',
    problem:
      'The page shows pictures or text of {{brand}} that belong to {{company}} and were copied without permission.',
    request: 'Please remove the copied material',
    registrarRequest: 'Please pass this notice on to the registrant and to the host',
    within: 'three working days',
    dnsAbuse: null,
    basis: 'copyright',
    needs: ['authority', 'work', 'evidence', 'ownSite', 'signer'],
    report: { type: 'copyright', infringement: 'direct_copy' },
  },
  piracy: {
    ...sent,
    name: harmNames.piracy,
    headline: 'Pirated works of {{brand}}',
    problem: 'The page distributes works of {{brand}} that belong to {{company}}, without a licence.',
    request: 'Please remove the copies and the links to them',
    registrarRequest: 'Please pass this notice on to the registrant and to the host',
    within: '48 hours',
    dnsAbuse: null,
    basis: 'copyright',
    needs: ['authority', 'work', 'evidence', 'ownSite', 'signer'],
    report: { type: 'copyright', infringement: 'distribution' },
  },
  'false-profile': {
    ...sent,
    name: harmNames['false-profile'],
    headline: 'False profile of {{brand}}',
    problem: 'The profile poses as {{brand}} of {{company}}, which does not run it and has not approved it.',
    request: 'Please remove the profile',
    registrarRequest: 'Please pass this notice on to the registrant and to the host',
    within: '48 hours',
    dnsAbuse: null,
    basis: 'trademark',
    needs: all,
    report: misuse('brand_impersonation', 'brand_name'),
  },
  'false-app': {
    ...sent,
    name: harmNames['false-app'],
    headline: 'False app of {{brand}}',
    problem: 'The app is offered under the name {{brand}}, but was neither made nor approved by {{company}}.',
    request: 'Please remove the app and the page that offers it',
    registrarRequest: 'Please pass this notice on to the registrant and to the host',
    within: '48 hours',
    dnsAbuse: null,
    basis: 'trademark',
    needs: all,
    report: misuse('brand_impersonation', 'brand_name', 'logo'),
  },
  'registration-data': {
    ...sent,
    name: harmNames['registration-data'],
    headline: 'Request for registration data, trademark of {{brand}}',
    problem:
      'The domain name {{domain}} contains the trademark {{mark}} of {{owner}} and is parked or offered for sale.',
    request: 'Please pass this notice on to the registrant',
    registrarRequest:
      'Please check that the registration data of {{domain}} are accurate, and disclose the name and contact of its registrant where these are not published (needed to assert the trademark)',
    within: 'ten working days',
    dnsAbuse: null,
    basis: 'registration-data',
    needs: ['authority', 'right', 'evidence', 'signer'],
    report: { type: 'suspicious_registration', indicators: ['parked_page'], infringement: 'other' },
  },
  price: {
    name: harmNames.price,
    headline: '',
    problem: 'Genuine goods are offered at a price, in a place or by a seller that {{company}} has not agreed to.',
    request: '',
    registrarRequest: '',
    within: '',
    dnsAbuse: null,
    basis: 'trademark',
    needs: [],
    report: misuse('other'),
    alternative: "the seller, the distributor who supplied it, or the marketplace's programme for brand owners",
  },
  none: {
    name: harmNames.none,
    headline: '',
    problem: 'The record states no abuse of an internet service.',
    request: '',
    registrarRequest: '',
    within: '',
    dnsAbuse: null,
    basis: 'trademark',
    needs: [],
    report: misuse('other'),
    alternative: "the seller, the marketplace's own listing report, or the authority in charge of such goods",
  },
}

/** The kind of harm by reason code, or by its group of three digits; a code takes precedence. */
export const kindByCode: Readonly<Record<string, HarmKind>> = {
  '000': 'none',
  '122': 'phishing',
  '12213': 'malware',
  '12217': 'false-shop',
  '123': 'trademark',
  '12307': 'trademark-in-domain',
  '180': 'none',
  '181': 'price',
  '182': 'trademark',
  '18205': 'trademark-in-domain',
  '18206': 'trademark-in-domain',
  '234': 'counterfeit',
  '345': 'price',
  '423': 'price',
  '42302': 'trademark',
  '42305': 'trademark',
  '42306': 'trademark',
  '456': 'trademark',
  '45603': 'copied-content',
  '529': 'registration-data',
  '52906': 'none',
  '567': 'price',
  '611': 'none',
  '61108': 'piracy',
  '678': 'trademark',
  '733': 'false-profile',
  '73309': 'copied-content',
  '73310': 'piracy',
  '744': 'false-app',
  '74405': 'piracy',
  '74406': 'malware',
  '74407': 'piracy',
  '74408': 'piracy',
  '74409': 'copied-content',
  '789': 'price',
  '891': 'none',
  '912': 'trademark',
  '91204': 'copied-content',
}

/** The kind of harm of a reason code; a finding without a known code counts as use of the trademark. */
export function harmOf(code: string | null): HarmKind {
  return kindByCode[code ?? ''] ?? kindByCode[(code ?? '').slice(0, 3)] ?? 'trademark'
}

/** Whether registrars act on a kind of harm: on DNS abuse (RAA 3.18) and on registration data (RAA 3.7.8), on nothing else. */
export const registrarsActOn = (kind: HarmKind): boolean =>
  harms[kind].dnsAbuse !== null || harms[kind].basis === 'registration-data'

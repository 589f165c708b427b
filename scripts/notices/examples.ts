import type { ExaminedCase } from '../../src/features/notices/server/examine.ts'
import type { HarmKind } from '../../src/vocabulary/harm-names.ts'

/** An invented finding: what differs from the others, the recipient, and what its page shows. */
export type Example = {
  file: string
  kind: HarmKind
  desk: 'registrar' | 'host'
  to: string
  finding: Partial<ExaminedCase>
  page: { heading: string; lines: readonly string[] }
}

const at = (host: string, path = '/') => ({ domain: host, url: `https://${host}${path}` })

/** One finding for each kind of harm about which an email is sent. Every name is invented. */
export const examples: readonly Example[] = [
  {
    file: '01-phishing',
    kind: 'phishing',
    desk: 'registrar',
    to: 'abuse@namekeep.example',
    finding: {
      ...at('tindral-login.example', '/account/verify?step=1'),
      reasonCode: '12201',
      reason: 'Copy of the sign-in page of Tindral; asks for the email address, the password and a one-time code.',
      registrationDate: '2026-11-17',
      earlier: [
        {
          at: '2026-11-19T06:12:40.000Z',
          to: 'abuse@zonehost.example',
          form: null,
          answer: {
            kind: 'automatic',
            at: '2026-11-19T06:14:02.000Z',
            ticket: '[Ticket#2026111910000412]',
            excerpt: null,
          },
        },
      ],
    },
    page: { heading: 'Tindral account', lines: ['Email', 'Password', 'One-time code', 'Sign in'] },
  },
  {
    file: '02-malware',
    kind: 'malware',
    desk: 'host',
    to: 'abuse@zonehost.example',
    finding: {
      ...at('tindral-coupon-app.example', '/download/tindral-coupon.apk'),
      reasonCode: '12213',
      reason: 'Offers an Android package that reads text messages; the genuine coupons need no app.',
    },
    page: { heading: 'Install the Tindral coupon app', lines: ['tindral-coupon.apk', '4.1 MB', 'Download'] },
  },
  {
    file: '03-false-shop',
    kind: 'false-shop',
    desk: 'registrar',
    to: 'abuse@namekeep.example',
    finding: {
      ...at('tindral-outlet-sale.example', '/cart'),
      reasonCode: '12217',
      reason: 'Shop with the logo of Tindral that takes card payments; three test orders were never supplied.',
      registrationDate: '2026-10-02',
    },
    page: { heading: 'Tindral outlet: everything must go', lines: ['Gift basket 12.00', 'Card number', 'Pay now'] },
  },
  {
    file: '04-counterfeit',
    kind: 'counterfeit',
    desk: 'host',
    to: 'abuse@zonehost.example',
    finding: {
      ...at('best-tea-deals.example', '/item/8841'),
      reasonCode: '23404',
      reason:
        'Listing 8841 of seller "teadeals77": tins with the mark TINDRAL and a batch number that was never issued.',
    },
    page: { heading: 'TINDRAL tea, 250 g tin', lines: ['Seller: teadeals77', 'Item 8841', 'Add to basket'] },
  },
  {
    file: '05-trademark',
    kind: 'trademark',
    desk: 'host',
    to: 'abuse@zonehost.example',
    finding: {
      ...at('snackworld.example', '/partners'),
      reasonCode: '42302',
      reason: 'The page calls itself the official distributor of Tindral and shows its logo.',
    },
    page: { heading: 'Official distributor of Tindral', lines: ['Become a dealer', 'Price list', 'Contact'] },
  },
  {
    file: '06-copied-content',
    kind: 'copied-content',
    desk: 'host',
    to: 'copyright@zonehost.example',
    finding: {
      ...at('recipes-mirror.example', '/tindral/filter-coffee'),
      reasonCode: '91204',
      reason: 'Eleven photographs and the text of "Filter coffee at home", first published on the genuine site.',
      works: [{ title: 'Filter coffee at home', link: 'https://tindral.example/recipes/filter-coffee-at-home' }],
    },
    page: { heading: 'Filter coffee at home', lines: ['Photo 1 of 11', 'Ingredients', 'Method'] },
  },
  {
    file: '07-piracy',
    kind: 'piracy',
    desk: 'host',
    to: 'copyright@zonehost.example',
    finding: {
      ...at('freebooks-hub.example', '/get/tindral-cookbook.pdf'),
      reasonCode: '61108',
      reason: 'Complete PDF of "The Tindral Cookbook", 2nd edition, offered without a licence.',
      works: [
        { title: 'The Tindral Cookbook, 2nd edition', link: 'https://tindral.example/books/the-tindral-cookbook' },
      ],
    },
    page: { heading: 'The Tindral Cookbook, PDF', lines: ['212 pages', 'Free download', 'Mirror 2'] },
  },
  {
    file: '08-false-profile',
    kind: 'false-profile',
    desk: 'host',
    to: 'abuse@facegram.example',
    finding: {
      ...at('facegram.example', '/tindral.care.official'),
      reasonCode: '73301',
      reason: 'Handle tindral.care.official, id 100877213; the genuine profile is facegram.example/tindral.official.',
    },
    page: { heading: 'tindral.care.official', lines: ['Customer care', 'Send us your card number', 'Message'] },
  },
  {
    file: '09-false-app',
    kind: 'false-app',
    desk: 'host',
    to: 'abuse@apkshelf.example',
    finding: {
      ...at('apkshelf.example', '/app/com.tindral.rewards.plus'),
      reasonCode: '74401',
      reason: 'Package com.tindral.rewards.plus by "TR Studio"; the genuine app is com.tindral.rewards.',
    },
    page: { heading: 'Tindral Rewards Plus', lines: ['com.tindral.rewards.plus', 'TR Studio', 'Install'] },
  },
  {
    file: '10-registration-data',
    kind: 'registration-data',
    desk: 'registrar',
    to: 'abuse@namekeep.example',
    finding: {
      ...at('tindral-foods.example'),
      reasonCode: '52901',
      reason: 'Parked and offered for sale; the registrant is hidden.',
      registrationDate: '2026-09-08',
    },
    page: { heading: 'tindral-foods.example is for sale', lines: ['Make an offer', 'Related links'] },
  },
]

/** What all examples have in common. */
export const common = {
  companyId: 'c',
  company: 'Tindral Foods and Beverages Limited',
  postalAddress: '32 Demo Road, Kochi 682001, Kerala, India',
  signer: {
    name: 'Joseph Varghese',
    title: 'Company Secretary',
    email: 'notices@tindral.example',
    phone: '+910000019002',
  },
  brandId: 'b',
  brand: 'Tindral',
  registrationDate: null,
  foundAt: '2026-11-20T09:01:00.000Z',
  image: 'page.png',
  seen: { at: '2026-11-22T08:33:11.000Z', by: 'visit' },
  works: [],
  documents: [{ fileName: 'Power of attorney.pdf', bucket: 'b', key: 'k.pdf', type: 'authority' }],
  earlier: [],
  ownSite: 'https://tindral.example/',
  mark: {
    brandId: 'b',
    name: 'TINDRAL',
    number: 'DEMO-410238',
    office: 'Trade Marks Registry of India',
    country: 'India',
    classes: '29, 30, 43',
    link: '',
    expiresOn: '2033-04-30',
    owner: '',
    source: 'brand',
  },
  lacking: [],
  title: null,
  isConfigured: true,
  archive: null,
  genuine: null,
  purchase: null,
  messages: [],
} satisfies Partial<ExaminedCase>

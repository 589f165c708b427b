import { type Harm, harmOf, harms } from './harm-kinds.ts'
import type { HarmKind } from './harm-names.ts'

/** What a notice says about one reason code or group, where the text of its kind of harm would not be exact. */
type HarmText = Partial<Pick<Harm, 'headline' | 'problem' | 'request' | 'registrarRequest'>> & {
  /** A registered design is infringed: its certificate proves the right, a trademark does not. */
  isDesign?: boolean
}
export type HarmOfCode = Harm & { isDesign: boolean }

const posing = 'The page poses as {{brand}} of {{company}}, without their permission,'
const offered = (what: string) => ({
  problem: `The page offers goods under the trademark {{mark}} of {{owner}}, its owner, ${what}.`,
})
const used = (where: string) => ({
  problem: `The page uses the trademark {{mark}} of {{owner}} without permission ${where}, so that its visitors take it for a page of {{brand}} or approved by it.`,
})
const similar = (what: string) => ({
  problem: `The page uses ${what} the trademark {{mark}} of {{owner}} and is likely to be confused with it.`,
})
const design = (what: string) => ({
  problem: `The goods on this page copy ${what} of goods of {{brand}}, which {{company}} has registered as a design, without permission.`,
  isDesign: true,
})
const appearance = (what: string) => ({
  problem: `The page or its goods copy ${what} of {{brand}}, by which customers recognise {{company}}, without permission.`,
})
const poses = (what: string) => ({
  headline: `False ${what} of {{brand}}`,
  problem: `The ${what} poses as one of {{brand}} of {{company}}, which does not run it and has not approved it.`,
  request: `Please remove the ${what}`,
})
const forSale = (what: string) => ({
  problem: `The domain name {{domain}} contains the trademark {{mark}} of {{owner}} and ${what}.`,
})
const pirated = (problem: string) => ({ problem, request: 'Please remove the app and the page that offers it' })
const changeName = 'Please have the name changed, or remove the page'

/** By reason code, or by group of three digits; what a code does not say, its group says, and then its kind of harm. */
const texts: Readonly<Record<string, HarmText>> = {
  '12201': {
    problem:
      'The page is a copy of the sign-in page of {{brand}}; what visitors type there, such as passwords, does not reach {{company}}.',
  },
  '12202': {
    problem:
      'The page is a copy of the payment page of {{brand}}; payments and payment data entered there do not reach {{company}}.',
  },
  '12203': { problem: `${posing} and asks visitors for the data of their payment cards.` },
  '12204': { problem: `${posing} and asks visitors for their identity documents.` },
  '12205': { problem: `${posing} and asks visitors for the one-time codes that authorise sign-ins or payments.` },
  '12206': {
    headline: 'Mail server on a domain name that imitates {{brand}}',
    problem:
      'The domain name {{domain}} imitates {{brand}} of {{company}} and has mail servers, so that emails can be sent and received in the name of {{brand}} to obtain data or money.',
    request: 'Please disable the mail service of {{domain}} and preserve its logs',
    registrarRequest: 'Please suspend {{domain}}, or remove its mail exchange (MX) records',
  },
  '12207': {
    problem:
      'The page offers jobs in the name of {{brand}} that {{company}} does not offer, to obtain personal data or fees from applicants.',
  },
  '12208': {
    problem:
      'The page announces prizes in the name of {{brand}} that {{company}} does not award, to obtain personal data or money.',
  },
  '12209': {
    problem:
      'The page offers loans in the name of {{brand}} that {{company}} does not grant, to obtain personal data or fees.',
  },
  '12210': {
    problem:
      'The page offers investments in the name of {{brand}} that {{company}} does not offer, to obtain personal data or money.',
  },
  '12211': {
    problem:
      'The page promises refunds in the name of {{brand}} that {{company}} does not pay, to obtain personal or payment data.',
  },
  '12212': {
    problem:
      'The page publishes contact details as those of the customer service of {{brand}}; they are not those of {{company}} and serve to obtain personal data or money from its customers.',
  },
  '12214': { problem: 'The page redirects its visitors to a site that poses as {{brand}} of {{company}}.' },
  '12215': {
    problem:
      'The page shows a QR code or payment address in the name of {{brand}}; payments made with it do not reach {{company}}.',
  },
  '12216': {
    problem:
      'The page offers gift cards or coupons in the name of {{brand}} that {{company}} did not issue, to obtain personal data or money.',
  },
  '74406': {
    problem:
      'The app is offered under the name {{brand}} of {{company}} and harms the devices on which it is installed.',
    request: 'Please remove the app and the page that offers it, and preserve its files and logs',
  },
  '12301': used('in its title or heading'),
  '12302': used('in its description'),
  '12303': used('in its pictures'),
  '12304': {
    problem:
      'The page shows the registered logo {{mark}} of {{owner}} without permission, so that its visitors take it for a page of {{brand}} or approved by it.',
  },
  '12305': {
    problem:
      'The offer names {{mark}}, a trademark of {{owner}}, as the brand of goods that {{company}} neither made nor approved.',
    request: 'Please remove the offer, or the trademark from its brand field',
  },
  '12306': { ...used('in the name of the seller or shop'), request: changeName },
  '12308': used('in its text'),
  '12309': used('as a keyword, tag or advertising word'),
  '12310': { ...used('in the name of the account'), request: changeName },
  '182': similar('a name or appearance similar to'),
  '18201': similar('a misspelling of'),
  '18202': similar('a logo similar to'),
  '18203': similar('packaging similar to that of goods under'),
  '18204': similar('a name that sounds like'),
  '18205': {
    problem: 'The domain name {{domain}} is a misspelling of the trademark {{mark}} of {{owner}}.',
  },
  '18206': {
    problem: 'The domain name {{domain}} imitates the trademark {{mark}} of {{owner}} with characters that look alike.',
  },
  '23401': offered('that are not genuine, as mark and price show'),
  '23402': offered('that are not genuine: their mark or logo differs from the genuine one'),
  '23403': offered('at a price at which genuine goods are not sold'),
  '23404': offered('that are not genuine: their packaging differs from the genuine one'),
  '23405': offered('that are not genuine, as their pictures show'),
  '23406': offered('that it openly calls copies or replicas'),
  '23407': offered('with a forged certificate, hologram or serial number'),
  '23408': offered('that are counterfeit, as a test purchase confirmed'),
  '42302': {
    problem: 'The page claims to be a distributor of {{brand}}; {{company}} has not authorised it.',
    request: 'Please remove this claim and the trademark {{mark}} from the page',
  },
  '42305': {
    problem: 'The page claims to be a service centre of {{brand}}; {{company}} has not authorised it.',
    request: 'Please remove this claim and the trademark {{mark}} from the page',
  },
  '42306': {
    problem: 'The page offers franchises or dealerships of {{brand}} that {{company}} does not grant.',
    request: 'Please remove the offer and the trademark {{mark}} from the page',
  },
  '456': {
    headline: 'Imitation of the appearance of {{brand}}',
    ...appearance('the overall appearance'),
    request: 'Please remove the offer or the page',
  },
  '45601': appearance('the colours'),
  '45602': appearance('the packaging'),
  '45603': {
    problem: 'The site copies the layout and appearance of the genuine site of {{brand}}, which belong to {{company}}.',
    request: 'Please remove the copied pages',
  },
  '45604': appearance('the shop front'),
  '529': forSale('is parked or offered for sale'),
  '52901': forSale('is parked'),
  '52902': forSale('is parked with paid links'),
  '52903': forSale('is offered at an auction'),
  '52904': forSale('is offered through a broker'),
  '52905': forSale('is offered for sale on its page'),
  '61108': {
    problem: 'The page distributes copies of books of {{brand}} that belong to {{company}}, without a licence.',
  },
  '678': offered('that {{company}} does not make'),
  '67801': offered('in a category that {{company}} does not make'),
  '67802': offered('in a variant that {{company}} does not make'),
  '67803': offered('in a size or pack that {{company}} does not make'),
  '67804': offered('such as accessories or refills, that {{company}} does not make'),
  '733': {
    headline: 'Fraud in the name of {{brand}}',
    problem: 'The account deceives its visitors in the name of {{brand}} of {{company}}, which does not run it.',
    request: 'Please remove the account',
  },
  '73301': poses('profile'),
  '73302': poses('page'),
  '73303': poses('group'),
  '73304': poses('channel'),
  '73305': {
    headline: 'False advertisement in the name of {{brand}}',
    problem: 'The advertisement poses as one of {{brand}} of {{company}}, which neither placed it nor approved it.',
    request: 'Please stop the advertisement and review the account that placed it',
  },
  '73306': {
    headline: 'False offer in the name of {{brand}}',
    problem: 'The post offers gifts or discounts in the name of {{brand}} that {{company}} does not give.',
    request: 'Please remove the post and review the account that published it',
  },
  '73307': {
    headline: 'False profile of an employee of {{company}}',
    problem: 'The profile poses as an employee or director of {{company}}, who does not run it.',
    request: 'Please remove the profile',
  },
  '73308': {
    headline: 'Logo of {{brand}} as the picture of a profile',
    problem: 'The account uses the logo of {{brand}}, a trademark of {{owner}}, as its picture without permission.',
    request: 'Please remove the picture from the account',
  },
  '73309': {
    problem: 'The account publishes pictures or text copied from {{brand}}, which belong to {{company}}.',
    request: 'Please remove the copied posts',
  },
  '73310': { problem: 'The account shares works of {{brand}} that belong to {{company}}, without a licence.' },
  '744': { headline: 'False app in the name of {{brand}}' },
  '74402': {
    headline: 'Trademark of {{brand}} in the name of an app',
    problem: 'The name of the app contains the trademark {{mark}} of {{owner}}, which neither made nor approved it.',
  },
  '74403': {
    headline: 'Icon of {{brand}} on an app',
    problem:
      'The app uses the icon or logo of {{brand}}, a trademark of {{owner}}, which neither made nor approved it.',
  },
  '74404': {
    headline: 'Trademark of {{brand}} in the name of a developer',
    problem: 'The developer of the app uses the trademark {{mark}} of {{owner}} in its name, without their permission.',
  },
  '74405': pirated('The app is a modified copy of an app of {{company}} for {{brand}}, published without a licence.'),
  '74407': pirated(
    'The app is an outdated copy of an app of {{company}} for {{brand}}, published without a licence and without its security updates.',
  ),
  '74408': pirated(
    'The app is a copy of an app of {{company}} for {{brand}}, published on this store without a licence.',
  ),
  '74409': {
    problem: 'The page of the app shows screenshots or text copied from {{brand}}, which belong to {{company}}.',
  },
  '912': {
    headline: 'Copy of a registered design of {{brand}}',
    ...design('the appearance'),
    request: 'Please remove the offer',
  },
  '91201': design('the shape'),
  '91202': design('the pattern'),
  '91203': design('the packaging'),
  '91204': {
    problem: 'The page shows photographs of {{brand}} that belong to {{company}} and were copied without permission.',
  },
}

const groupOf = (code: string | null): string => (code ?? '').slice(0, 3)

/** The text, requirements and report of a reason code: those of its kind of harm, as exact as the code is. */
export function harmOfCode(code: string | null): HarmOfCode {
  return { ...harmOfGroup(code), ...texts[code ?? ''] }
}

/** The same for all codes of one kind of harm and group: what a notice about several of them says. */
export function harmOfGroup(code: string | null): HarmOfCode {
  const kind: HarmKind = harmOf(code)
  const group = groupOf(code)
  return { isDesign: false, ...harms[kind], ...(harmOf(group) === kind ? texts[group] : {}) }
}

/** Equal for codes that one notice can be about. */
export const groupKeyOf = (code: string | null): string => `${harmOf(code)} ${groupOf(code)}`

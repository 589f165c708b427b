import type { Harm } from '../../src/vocabulary/harm-kinds.ts'

/** What a receiver asks of a notice, and the words in the email's text that answer it. */
export type Demand = { asked: string; answer: RegExp }
export type Asker = { name: string; demands: readonly Demand[] }

const exact: Demand = { asked: 'exact address of the page', answer: /^Exact address: https:\/\/.+$/m }
const what: Demand = { asked: 'what it does', answer: /^What was found: .+$/m }
const whom: Demand = { asked: 'whom it imitates, with the genuine address', answer: /^Genuine site: https:.+$/m }
const seen: Demand = { asked: 'when it was seen, with zone', answer: /^Last seen: .+GMT.+UTC.+$/m }
const picture: Demand = { asked: 'picture of the page', answer: /^Picture: picture\.png, SHA-256 [0-9a-f]{64}$/m }
const mark: Demand = {
  asked: 'mark, registration number, office, country, classes, owner',
  answer: /^Trademark: .+, No\. .+ of India, classes .+, owner .+$/m,
}
const signer: Demand = { asked: 'name of the notifier', answer: /^SIGNED\n.+\nfor .+$/m }
const email: Demand = { asked: 'email', answer: /^Email \S+@\S+$/m }
const phone: Demand = { asked: 'phone', answer: /^Phone \+\d+$/m }
const post: Demand = { asked: 'postal address', answer: /^SIGNED\n.+\nfor .+\n.+\d.+$/m }
const goodFaith: Demand = { asked: 'statement of good faith', answer: /^We believe in good faith .+$/m }
const accuracy: Demand = {
  asked: 'statement of accuracy',
  answer: /information in this notice is accurate and complete/,
}
const authority: Demand = { asked: 'authority to act', answer: /^Authority to act: .+\(attached\)\.$/m }
const title: Demand = {
  asked: 'kind, brand and what is asked, in the first lines',
  answer: /^.+\. The .+\n.+\n.+within .+\.$/m,
}

/** RAA 3.18 and 3.7.8, DSA Article 16, DMCA 512(c)(3), and three large desks as their public pages describe it. */
export function askersOf(harm: Harm, desk: 'registrar' | 'host'): Asker[] {
  const isRights = harm.basis === 'trademark' || harm.basis === 'registration-data'
  return [
    ...(desk === 'registrar' && harm.dnsAbuse !== null ? [raa] : []),
    ...(harm.basis === 'registration-data' ? [registrationData] : []),
    ...(desk === 'host' ? [dsa] : []),
    ...(harm.basis === 'copyright' ? [dmca] : []),
    { name: 'Cloudflare', demands: [exact, what, email, ...(isRights ? [mark, authority] : [])] },
    { name: 'GoDaddy', demands: [exact, title, signer, ...(isRights ? [mark, goodFaith, accuracy] : [whom])] },
    { name: 'Namecheap', demands: [exact, picture, whom, seen, email] },
  ]
}

const raa: Asker = {
  name: 'RAA 3.18',
  demands: [
    exact,
    what,
    whom,
    picture,
    seen,
    {
      asked: 'how it is reached: country, user agent, cookies',
      answer: /^Last seen: .+ from India with the user agent "\S+", without cookies$/m,
    },
    { asked: 'category of DNS abuse', answer: /^Category of DNS abuse: (phishing|malware) .+3\.18\.1/m },
  ],
}

const registrationData: Asker = {
  name: 'RAA 3.7.8 and Registration Data Policy 10',
  demands: [
    { asked: 'domain name', answer: /^Domain name: \S+$/m },
    { asked: 'which data are requested, and what for', answer: /^Disclosure: .+used only to assert the trademark/m },
    mark,
    authority,
    goodFaith,
  ],
}

const dsa: Asker = {
  name: 'DSA 16(2)',
  demands: [
    { asked: '(a) reasons why it is illegal', answer: /^\(a\) Reasons why .+$/m },
    { asked: '(b) exact electronic location', answer: exact.answer },
    { asked: '(c) name and email of the notifier', answer: /^SIGNED\n.+\nfor [\s\S]+Email \S+@/m },
    { asked: '(d) good faith, accurate and complete', answer: /good faith[\s\S]+accurate and complete/ },
  ],
}

const dmca: Asker = {
  name: 'DMCA 512(c)(3)',
  demands: [
    { asked: '(i) signature', answer: signer.answer },
    { asked: '(ii) the work', answer: /^\(ii\) Work, owned by .+: ".+", published at https:\/\/.+\.$/m },
    { asked: '(iii) the material and where it is', answer: exact.answer },
    { ...post, asked: '(iv) postal address' },
    { ...phone, asked: '(iv) phone' },
    { ...email, asked: '(iv) email' },
    { ...goodFaith, asked: '(v) good faith' },
    { asked: '(vi) accuracy, authority under penalty of perjury', answer: /^Under penalty of perjury, .+$/m },
  ],
}

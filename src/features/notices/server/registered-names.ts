import type { Procedure } from '#features/notices/rules.ts'
import { registeredName, siteOf } from '#vocabulary/sites.ts'

export { registeredName } from '#vocabulary/sites.ts'

/**
 * Whether two hosts or addresses are of one site: of one registered name, or the same. Two customers of a shared host are
 * not; each of them and the host's own name are, which names no other customer.
 */
export function isOneSite(one: string, other: string): boolean {
  const [a, b] = [siteOf(one), siteOf(other)]
  return a === b || isCustomerOf(a, b) || isCustomerOf(b, a)
}

const isCustomerOf = (site: string, host: string): boolean => registeredName(host) === host && site.endsWith(`.${host}`)

/**
 * The last label of a name of a country or territory (ISO 3166-1 in ASCII, or internationalized); undefined for all
 * others, of which ICANN's agreements hold.
 */
export function countryZone(name: string): string | undefined {
  const label = name.slice(name.lastIndexOf('.') + 1)
  return /^[a-z]{2}$/.test(label) || internationalZones.has(label) ? label : undefined
}

/** The proceedings open to the owner of a mark against this registered name. */
export function proceduresFor(name: string): readonly Procedure[] {
  const zone = countryZone(name)
  if (zone === undefined) return /\.(?:com|net)$/.test(name) ? ['UDRP'] : ['UDRP', 'URS']
  if (zone === 'in' || indianZones.has(zone)) return ['INDRP']
  return udrpZones.has(zone) ? ['UDRP'] : []
}

/** The policy of a registry that has one of its own, with who decides; undefined where it is not known. */
export const ownPolicyOf = (name: string): string | undefined => ownPolicies[countryZone(name) ?? '']

/** Internationalized names of India's registry. */
const indianZones: ReadonlySet<string> = new Set(
  `xn--h2brj9c xn--mgbbh1a71e xn--fpcrj9c3d xn--gecrj9c xn--s9brj9c xn--xkc2dl3a5ee0h xn--45brj9c xn--2scrj9c
   xn--rvc1e0am3e xn--45br5cyl xn--3hcrj9c xn--mgbbh1a xn--h2breg3eve xn--h2brj9c8c xn--mgbgu82a`.split(/\s+/),
)

/** Internationalized country codes (IANA root zone database). */
const internationalZones: ReadonlySet<string> = new Set([
  ...indianZones,
  ...`xn--54b7fta0cc xn--90ae xn--fiqs8s xn--fiqz9s xn--wgbh1c xn--e1a4c xn--qxa6a xn--node xn--qxam xn--j6w193g
   xn--mgba3a4f16a xn--mgbtx2b xn--mgbayh7gpa xn--80ao21a xn--q7ce6a xn--mix891f xn--d1alf xn--mgbx4cd0ab xn--l1acc
   xn--mgbc0a9azcg xn--mgb9awbf xn--mgbai9azgqp6j xn--ygbi2ammx xn--wgbl6a xn--p1ai xn--mgberp4a5d4ar xn--90a3ac
   xn--yfro4i67o xn--clchc0ea0b2g2a9gcd xn--3e0b707e xn--fzc2c9e2c xn--xkc2al3hye2a xn--mgbpl2fh xn--ogbpf8fl
   xn--kprw13d xn--kpry57d xn--o3cw4h xn--pgbs0dh xn--j1amh xn--mgbaam7a8h xn--mgb2ddes xn--y9a3aq xn--90ais
   xn--lgbbat1ad8j xn--mgbah1a3hjkrd xn--mgbcpq6gpa1a`.split(/\s+/),
])

/** Country codes whose registries adopted the UDRP itself (as WIPO lists them). */
const udrpZones: ReadonlySet<string> = new Set(
  `ac ag ai as bm bs bz cc cd co cy dj ec fj fm gd gt io ki la lc md me mw nr nu pa pk pn pr ps pw ro sc sh sl so tj tm
   tt tv ug ve vg ws`.split(/\s+/),
)

const ownPolicies: Readonly<Record<string, string>> = {
  ae: 'the .ae Domain Name Dispute Resolution Policy, decided at WIPO',
  at: 'no arbitration: the courts of Austria',
  au: 'the .au Dispute Resolution Policy (auDRP), decided at WIPO or Resolution Institute',
  be: 'the dispute resolution of CEPANI',
  br: 'SACI-Adm, decided at WIPO, CASD-ND or CAM-CCBC',
  ca: 'the CIRA Domain Name Dispute Resolution Policy (CDRP)',
  ch: 'the dispute resolution of SWITCH, decided at WIPO',
  cn: 'the CNNIC dispute policy (CNDRP), decided at CIETAC, HKIAC or WIPO',
  de: 'no arbitration: the courts of Germany, and a DISPUTE entry at DENIC',
  eu: 'the .eu Alternative Dispute Resolution, decided at the Czech Arbitration Court or WIPO',
  fr: 'SYRELI of AFNIC, or PARL EXPERT at WIPO',
  hk: 'the HKDRP, decided at HKIAC',
  jp: 'the JP-DRP, decided at the Japan Intellectual Property Arbitration Center',
  kr: 'the dispute resolution of the Internet Address Dispute Resolution Committee (IDRC)',
  my: 'the MYDRP, decided at the Asian International Arbitration Centre',
  nl: 'the dispute resolution regulations for .nl, decided at WIPO',
  nz: 'the dispute resolution scheme of the Domain Name Commission',
  pl: 'the Court of Arbitration at the Polish Chamber of Information Technology and Telecommunications, or WIPO',
  se: 'the dispute resolution of the Swedish Internet Foundation, decided at WIPO',
  sg: 'the Singapore dispute policy (SDRP)',
  uk: "Nominet's Dispute Resolution Service (DRS)",
  us: 'the usTLD Dispute Resolution Policy (usDRP)',
  za: 'the .za alternative dispute resolution (ZADRR), decided at SAIIPL',
}

import { noticeNeeds } from '#vocabulary/harm-names.ts'

/** The items that a notice may lack, in the order in which they are shown. */
export const lacks = [...noticeNeeds, 'oneSite', 'whitelisted', 'instrument', 'noAbuse'] as const
export type Lack = (typeof lacks)[number]

/** What an Admin cannot override: what is no abuse is never sent as one. */
export const finalLacks: readonly Lack[] = ['noAbuse']

/** A test purchase whose fault was recorded, as notices state it. */
export type TestPurchase = {
  /** Where it was bought. */
  address: string
  /** That is the address of the finding; else another listing of its seller. */
  isOwn: boolean
  seller: string
  /** YYYY-MM-DD. */
  purchasedOn: string | null
  orderNumber: string | null
  fault: string
}

/** Whose desk an address is. */
export const desks = ['registrar', 'host', 'unknown'] as const
export type Desk = (typeof desks)[number]

/** The kinds of desk that receive a notice, as its record keeps it; 'other' fits neither registrar, host nor platform. */
export const deskKinds = ['registrar', 'host', 'platform', 'other'] as const
export type DeskKind = (typeof deskKinds)[number]

/** How a notice is worded for each kind of desk: a platform hosts the page, an unknown one gets the statements for both. */
export const wordingFor: Readonly<Record<DeskKind, Desk>> = {
  registrar: 'registrar',
  host: 'host',
  platform: 'host',
  other: 'unknown',
}

/** The proceedings about domain names that a filing sheet is made for. */
export const procedures = ['UDRP', 'URS', 'INDRP'] as const
export type Procedure = (typeof procedures)[number]

/** How many messages that lead to a page a finding can have, and how large the picture of one may be. */
export const maxMessages = 3
export const largestMessagePicture = 1536 * 1024

/** How many original works a notice names: a representative list is enough (17 U.S.C. 512(c)(3)(A)(ii)). */
export const maxWorks = 5

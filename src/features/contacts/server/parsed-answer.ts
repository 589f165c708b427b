import { z } from 'zod'

/** Contacts found in a registration answer. The name is a domain's registrar, or the holder of an IP network. */
export type FoundContacts = {
  kind: 'found'
  name: string | null
  emails: string[]
  /** Why there is no address; null where there is one. */
  reason: string | null
  /** The registrar's own server, which may know more. */
  related: string | null
  details: RegistrationDetails
}

/** When a domain was registered, ends and was last changed (YYYY-MM-DD), and the country of a network or registrant (two letters). */
export type RegistrationDetails = {
  registeredOn: string | null
  expiresOn: string | null
  changedOn: string | null
  country: string | null
}
export const noDetails: RegistrationDetails = { registeredOn: null, expiresOn: null, changedOn: null, country: null }

/** The day of an instant in any usual form, as YYYY-MM-DD; null for other texts. */
export function dayOrNull(text: unknown): string | null {
  if (typeof text !== 'string') return null
  const iso = /\b((?:19|20)\d\d)[-/.](\d\d)[-/.](\d\d)/.exec(text)
  const named = iso ? undefined : /^(\d{1,2})-([a-z]{3})-((?:19|20)\d\d)/i.exec(text.trim())
  const day = iso ? `${iso[1]}-${iso[2]}-${iso[3]}` : named ? dayNamed(named) : ''
  return !Number.isNaN(Date.parse(`${day}T00:00:00Z`)) && day !== '' ? day : null
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const dayNamed = ([, date, month, year]: RegExpExecArray): string =>
  `${year}-${String(months.indexOf(month!.toLowerCase()) + 1).padStart(2, '0')}-${date!.padStart(2, '0')}`

/** A country's two letters; null for other texts. */
export const countryOrNull = (text: unknown): string | null =>
  typeof text === 'string' && /^[a-z]{2}$/i.test(text.trim()) ? text.trim().toUpperCase() : null
export type ParsedAnswer = FoundContacts | { kind: 'unregistered' | 'throttled' | 'unreadable'; reason: string }

const address = z.email().max(254)

/** The email addresses among some texts, lower-cased, without duplicates. */
export function emailsIn(texts: readonly unknown[]): string[] {
  const bare = texts.map((text) =>
    typeof text === 'string'
      ? text
          .replace(/^mailto:/i, '')
          .trim()
          .toLowerCase()
      : '',
  )
  return [...new Set(bare.filter((text) => address.safeParse(text).success))]
}

/** A text with single spaces, at most 255 characters; null for blank texts and other values. */
export const textOrNull = (text: unknown): string | null =>
  typeof text === 'string' && text.trim() !== '' ? text.replace(/\s+/g, ' ').trim().slice(0, 255) : null

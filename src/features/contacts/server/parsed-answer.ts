import { z } from 'zod'
import { truncate } from '#vocabulary/truncate.ts'

/** Contacts found in a registration answer. The name is a domain's registrar, or the holder of an IP network. */
export type FoundContacts = {
  kind: 'found'
  name: string | null
  /** The days (YYYY-MM-DD) of a domain's registration, expiry and last change; null where they are not said. */
  registeredOn: string | null
  expiresOn: string | null
  changedOn: string | null
  /** The country of a network or a registrant, in two letters. */
  country: string | null
  /** Who holds the name, where the registry says it. */
  holder: string | null
  emails: string[]
  /** The address of a web form for reports of abuse; null where there is none. */
  form: string | null
  /** Why there is no address; null where there is one. */
  reason: string | null
  /** The registrar's own server, which may know more. */
  related: string | null
}
export type ParsedAnswer = FoundContacts | { kind: 'unregistered' | 'throttled' | 'unreadable'; reason: string }

const address = z.email().max(254)

/** How many addresses of one text are read; a desk has one or two. */
const maxAddresses = 20

/** The email addresses among some texts ('a@b', 'Desk <a@b>', 'a@b, c@d'), lower-cased, without duplicates. */
export function emailsIn(texts: readonly unknown[]): string[] {
  const found = texts.filter((text) => typeof text === 'string').flatMap(addressesIn)
  return [...new Set(found)]
}

function addressesIn(text: string): string[] {
  const bracketed = [...text.matchAll(/<(?:mailto:)?([^<>\s]{3,254})>/gi)].map(([, one]) => one!)
  // 'Desk <a@b>, c@d': what stands outside the brackets is read, too, but for the name before them.
  const others = text
    .slice(0, 4000)
    .replace(/[^,;|]*<[^<>]*>/g, ' ')
    .split(/[\s,;|]+/)
  return [...bracketed, ...others]
    .filter((part) => part !== '')
    .slice(0, maxAddresses)
    .map((part) =>
      part
        .replace(/^["'(]*(?:e-?mail:|mailto:)?/i, '')
        .replace(/\?.*$/, '')
        .replace(/["').]+$/, '')
        .toLowerCase(),
    )
    .filter((part) => address.safeParse(part).success)
}

/** A country's two letters; null for other texts. */
export const countryOrNull = (text: unknown): string | null =>
  typeof text === 'string' && /^[a-z]{2}$/i.test(text.trim()) ? text.trim().toUpperCase() : null

/** A text with single spaces and without control characters, at most 255 long; null for blank texts and other values. */
export function textOrNull(text: unknown): string | null {
  if (typeof text !== 'string') return null
  return truncate(text.replace(/[\s\p{Cc}]+/gu, ' ').trim(), 255) || null
}

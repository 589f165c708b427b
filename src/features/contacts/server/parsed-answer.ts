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
}
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

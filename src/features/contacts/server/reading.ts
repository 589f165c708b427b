import { z } from 'zod'

/** What a registration answer says. Names are the registrar's for a domain, the network's holder for an address. */
export type Found = {
  kind: 'found'
  name: string | null
  emails: string[]
  /** Why there is no address, where there is none. */
  reason: string | null
  /** Where the registrar itself may say more. */
  related: string | null
}
export type Reading = Found | { kind: 'unregistered' | 'throttled' | 'unreadable'; reason: string }

const address = z.email().max(254)

/** The addresses among some texts, each once, lower-cased. */
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

export const named = (text: unknown): string | null =>
  typeof text === 'string' && text.trim() !== '' ? text.replace(/\s+/g, ' ').trim().slice(0, 255) : null

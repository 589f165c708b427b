import { texts } from './texts.ts'

type Address = { email: string | null; bounced: boolean; kind?: keyof typeof texts.desks }

/**
 * The options of a list of abuse addresses, each address once, with whose it is where that is known. Manual entry is
 * first, so that addresses that are found while the list is open do not move it under the pointer.
 */
export function addressOptions(addresses: readonly Address[]): { value: string; label: string }[] {
  const labels = new Map<string, string>([[texts.other, texts.other]])
  for (const { email, bounced, kind } of addresses) {
    if (email === null) continue
    const address = bounced ? texts.bounced(email) : email
    labels.set(email, kind ? `${address} · ${texts.desks[kind].toLowerCase()}` : address)
  }
  return [...labels].map(([value, label]) => ({ value, label }))
}

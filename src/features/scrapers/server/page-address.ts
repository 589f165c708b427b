import { webAddress } from '#features/revisits/server/visit-address.ts'

/**
 * The web address that a line stands for; https where it names no protocol, as in `shop.example/item`. Undefined when it
 * is none: a word without a dot is a header or a note, not a host, and a plain number is a row number or a price,
 * although browsers take it for an IP address.
 */
export function pageAddress(text: string): string | undefined {
  if (/^\s*\d+(\.\d+)?\s*$/.test(text)) return undefined
  const address = webAddress(text)
  return address !== undefined && /[.:[]/.test(new URL(address).hostname) ? address : undefined
}

/** Whether a web address names its protocol; where it does not, HTTP is tried as well. */
export const namesProtocol = (text: string): boolean => /^[a-z]+:\/\//i.test(text)

/** Stands for an address or a name that was taken out. */
export const masked = '[masked]'

/** Whom a message was for. */
export type Recipients = { addresses: readonly string[]; names: readonly string[] }

/** Header fields that name nobody but recipients. */
const recipientFields = new Set([
  'to',
  'cc',
  'bcc',
  'resent-to',
  'resent-cc',
  'resent-bcc',
  'delivered-to',
  'x-delivered-to',
  'x-original-to',
  'envelope-to',
  'x-envelope-to',
  'apparently-to',
  'x-apparently-to',
  'x-forwarded-to',
  'x-forwarded-for',
  'x-rcpt-to',
  'x-receiver',
  'original-recipient',
  'final-recipient',
])

/** An address in a header line, and after 'for' in a Received line. */
const addressPattern = /[^\s<>()"',;:=]{1,64}@[^\s<>()"',;:]{1,190}/g

/** The addresses that the recipient fields and the Received lines of a header block name, in lower case. */
export function recipientsIn(headers: string): string[] {
  const found = fieldsOf(headers).flatMap(({ name, value }) => {
    if (recipientFields.has(name)) return value.match(addressPattern) ?? []
    if (name !== 'received') return []
    return [...value.matchAll(/\bfor\s+<?([^\s<>;]{1,64}@[^\s<>;]{1,190})/gi)].map(([, address]) => address!)
  })
  return [...new Set(found.map((one) => one.toLowerCase()))]
}

/** A header block without the recipients: the values of their fields, and wherever else they are named. */
export function maskHeaders(headers: string, recipients: Recipients): string {
  const lines = fieldsOf(headers).map(({ raw, name, label }) =>
    recipientFields.has(name) ? `${label}: ${masked}` : maskText(raw, recipients),
  )
  return lines.join('\n')
}

/**
 * A text without the recipients: their addresses, as they are, percent-encoded, in Base64 (of links) and with '=' for '@' (of
 * return paths); and their names.
 */
export function maskText(text: string, { addresses, names }: Recipients): string {
  const forms = addresses.flatMap((one) => [
    one,
    encodeURIComponent(one),
    one.replace('@', '='),
    ...[one, one.toLowerCase()].map((form) => Buffer.from(form).toString('base64').replace(/=+$/, '')),
  ])
  // The longest first, so that none is left in part.
  const all = [...new Set(forms)].toSorted((a, b) => b.length - a.length)
  const withoutAddresses = all.reduce((shown, one) => shown.replace(new RegExp(escaped(one), 'gi'), masked), text)
  return names.reduce(
    (shown, one) => shown.replace(new RegExp(`(?<![\\p{L}\\p{N}])${escaped(one)}(?![\\p{L}\\p{N}])`, 'giu'), masked),
    withoutAddresses,
  )
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** The fields of a header block with their folded lines. */
function fieldsOf(headers: string): { raw: string; name: string; label: string; value: string }[] {
  const fields: string[] = []
  for (const line of headers.split('\n')) {
    if (/^[ \t]/.test(line) && fields.length > 0) fields.push(`${fields.pop()}\n${line}`)
    else fields.push(line)
  }
  return fields.map((raw) => {
    const colon = raw.indexOf(':')
    const label = colon > 0 ? raw.slice(0, colon) : ''
    return { raw, label, name: label.trim().toLowerCase(), value: raw.slice(colon + 1) }
  })
}

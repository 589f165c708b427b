/** A finding that an email was about: its record, and its address as the email had it. */
export type ListedAddress = { recordId: string; about: string }

/** Where quoted text begins, in the forms that mail programs write. */
const quoteBegins = [
  /^-{2,}\s*(original message|forwarded message|ursprüngliche nachricht|mensaje original|message d'origine)\s*-{2,}/i,
  /^_{20,}$/,
  /^(from|von|de|da|van)\s*:\s*\S.*@/i,
  /\b(wrote|schrieb|a écrit|escribió|ha scritto|schreef)\b.*:\s*$/i,
]

/**
 * Which of the findings of an email its answer is about: those whose addresses or references it names in its own words,
 * without what it quotes; all of them where it names none. Addresses may be written as desks write them ('hxxp',
 * '[.]'); a host alone names a finding if only one has it. Pure.
 */
export function namedAddresses(body: string, listed: readonly ListedAddress[]): string[] {
  const words = plainForm(ownWords(body))
  const hosts = Map.groupBy(listed, ({ about }) => hostIn(plainForm(about)))
  const named = listed.filter(({ recordId, about }) => {
    const address = plainForm(about)
    const isAlone = hosts.get(hostIn(address))!.length === 1
    return (
      names(words, address) ||
      (isAlone && names(words, hostIn(address))) ||
      words.includes(recordId) ||
      new RegExp(`\\b${recordId.replaceAll('-', '').slice(-8)}\\b`).test(words)
    )
  })
  return (named.length > 0 ? named : listed).map(({ recordId }) => recordId)
}

/** The text before what is quoted, without lines that are quoted one by one. */
function ownWords(body: string): string {
  const lines = body.split(/\r?\n/)
  const end = lines.findIndex((line) => quoteBegins.some((pattern) => pattern.test(line.trim())))
  return lines
    .slice(0, end === -1 ? undefined : end)
    .filter((line) => !/^\s*[>|]/.test(line))
    .join('\n')
}

/** In lower case, with dots and schemes restored, without scheme, 'www.' and a final slash. */
const plainForm = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s?[[({]\s?(?:\.|dot)\s?[\])}]\s?/g, '.')
    .replace(/\bh(?:xx|tt)ps?:\/\/(?:www\.)?/g, '')
    .replace(/\/$/, '')

const hostIn = (address: string): string => address.split(/[/?#]/)[0]!

/** Whether a text has an address that does not go on: 'evil.test/a' is not in 'evil.test/ab', nor in 'my-evil.test/a'. */
function names(text: string, address: string): boolean {
  if (address === '') return false
  for (let at = text.indexOf(address); at !== -1; at = text.indexOf(address, at + 1)) {
    const [before, after] = [text.slice(Math.max(0, at - 1), at), text.slice(at + address.length)]
    if (!/[\w.@-]/.test(before) && !/^(?:[\w%&=~-]|[./?#:]\w)/.test(after)) return true
  }
  return false
}

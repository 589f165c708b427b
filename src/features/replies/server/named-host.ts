import type { NamedHost } from '#features/replies/contract.ts'
import { domainOfEmail } from '#vocabulary/addresses.ts'
import { truncate } from '#vocabulary/truncate.ts'

/** Characters of an answer that are read, and of a name. */
const maxScanned = 20_000
const maxName = 100

/** The part before the '@' is at most 64 long (RFC 5321), so that lines of '_' and '-' are read in time. */
const address = String.raw`([\w.+-]{1,64}@(?:[\w-]+\.)+[a-z]{2,24})`
const labels = String.raw`[\s:=*_\-–—<"'(]*`

/** Whether a text is about who hosts the page. */
const isAboutHost = /\bhost(?:s|ed|er|ing)?\b/i
const contacts = [
  new RegExp(
    String.raw`\babuse[ -](?:contact|e-?mail|address|desk)s?(?: (?:e-?mail|address|information|details))*(?: is| at)?${labels}${address}`,
    'i',
  ),
  new RegExp(String.raw`\bhost(?:ing (?:provider|company)|ed|er|s)?\b[^@\n]{0,120}?[(<\s]${address}`, 'i'),
]
const names = [
  /\bhosting (?:provider|company)(?:\(s\)|s)?(?: (?:of|for) [^\n:]{1,80}?)?(?:\s*:| is:?)[\s=*_\-–—]*([^\n(<@]{2,100})/iu,
  /\b(?:is|are) (?:being )?hosted (?:by|at|with|on)\s+([^\n(<@,]{2,100})/iu,
  /\b(?:to|notified) (?:the|its|their|the responsible) (?:hosting (?:provider|company)|host),?\s+([^\n(<@,.]{2,100})/iu,
]

/**
 * The host that an answer names with its abuse address, as CDNs do that pass reports on ('Hosting Provider: …', 'Abuse
 * Contact: …'). Undefined without an address, and where that is the sender's own. Quoted lines do not count.
 */
export function namedHostIn(body: string, sender: string | null): NamedHost | undefined {
  const text = body
    .slice(0, maxScanned)
    .split('\n')
    .filter((line) => !/^\s*>/.test(line))
    .join('\n')
  if (!isAboutHost.test(text)) return undefined
  const email = contacts.map((pattern) => pattern.exec(text)?.[1]?.toLowerCase()).find(Boolean)
  if (email === undefined || domainOfEmail(email) === domainOfEmail(sender ?? '')) return undefined
  const name = names.map((pattern) => pattern.exec(text)?.[1]).find(Boolean)
  return { name: name === undefined ? domainOfEmail(email) : plain(name), email }
}

const plain = (name: string): string =>
  truncate(
    name
      .split(/\.\s|\s+(?:their |its )?abuse\b/i)[0]!
      .replace(/[\s=*_\-–—]+$/, '')
      .replace(/[.,;:]+$/, '')
      .trim(),
    maxName,
  )

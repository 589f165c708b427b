import { countryOrNull, dayOrNull, emailsIn, textOrNull, type ParsedAnswer } from './parsed-answer.ts'

/** Rate limit replies of WHOIS servers, which have no standard wording; checked first. */
const throttled =
  /(rate|query|request|daily|lookup|whois|connection) ?(limit|quota)|(limit|quota)s? (has been |have been |is |was )?(exceed|reach)|exceeded|too many|try again (later|in)|access (denied|restricted|refused|has been)|temporarily (un|den|block)|(are|been|is) (blocked|banned|blacklisted)|excessive (quer|use)|throttl/i

const unregistered =
  /^[\s%#>*-]*(no match|not found|no data found|no entries found|no object found|nothing found|domain (name )?(is )?(not (found|registered|exist)|available)|the queried object does not exist|object does not exist|no such domain|available\b|(domain )?status:\s*(free|available|not registered))|^.{0,255}\bis (free|available for registration|not registered|available)\b/im

/** Reads the abuse contacts of a WHOIS answer. A rate limit reply is never read as 'not registered'. */
export function readWhois(text: string): ParsedAnswer {
  const answer = text.slice(0, 200_000)
  if (answer.trim() === '') return { kind: 'unreadable', reason: 'The answer is empty' }
  const registrar = valueOf(answer, 'registrar', 'sponsoring registrar', 'registrar name', 'registrar-name')
  const holder = valueOf(answer, 'orgname', 'org-name', 'organisation', 'organization', 'descr', 'netname')
  const emails = emailsIn([
    ...valuesOf(
      answer,
      'registrar abuse contact email',
      'abuse contact email',
      'abuse-mailbox',
      'orgabuseemail',
      'e-mail abuse',
    ),
    /abuse contact for .{1,100} is '([^'\s]{1,254})'/i.exec(answer)?.[1],
  ])
  if (registrar !== null || emails.length > 0) {
    const reason = emails.length > 0 ? null : 'The answer names no abuse desk'
    const details = {
      registeredOn: dayOrNull(valueOf(answer, 'creation date', 'created', 'created on', 'registered', 'registered on')),
      expiresOn: dayOrNull(
        valueOf(
          answer,
          'registry expiry date',
          'registrar registration expiration date',
          'expiry date',
          'expiration date',
          'expires',
          'paid-till',
        ),
      ),
      changedOn: dayOrNull(valueOf(answer, 'updated date', 'last-update', 'last updated', 'changed', 'last modified')),
      country: countryOrNull(valueOf(answer, 'country', 'registrant country')),
    }
    return { kind: 'found', name: registrar ?? holder, emails, reason, related: referralIn(answer), details }
  }
  const firstLine = answer.trim().split(/\r?\n/, 1)[0]!.slice(0, 200)
  if (throttled.test(answer)) return { kind: 'throttled', reason: firstLine }
  if (unregistered.test(answer)) return { kind: 'unregistered', reason: firstLine }
  return { kind: 'unreadable', reason: 'The answer names no registrar and no abuse desk' }
}

/** The WHOIS server that the answer refers to: of a top-level domain at IANA, of a registrar at a registry. */
export function referralIn(text: string): string | null {
  const server = valueOf(text, 'registrar whois server', 'whois', 'refer')
  return server && /^[\w-]+(\.[\w-]+)+$/.test(server) ? server.toLowerCase() : null
}

const valueOf = (text: string, ...names: readonly string[]): string | null => valuesOf(text, ...names)[0] ?? null

/** Values of 'name: value' lines; where the line ends after the colon, the value is the next, indented line. */
function valuesOf(text: string, ...names: readonly string[]): string[] {
  const lines = text.split(/\r?\n/)
  return lines.flatMap((line, n) => {
    const [, name, value] = /^\s*([\w][\w ./-]{0,60}?)[.\s]*:\s*(.*)$/.exec(line.slice(0, 1000)) ?? []
    if (name === undefined || !names.includes(name.toLowerCase())) return []
    const next = lines[n + 1] ?? ''
    const meant = value === '' && /^\s+\S/.test(next) && !/:\s/.test(next) ? next : value
    return textOrNull(meant) ?? []
  })
}

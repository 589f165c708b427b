import { truncate } from '#vocabulary/truncate.ts'
import type { Email } from 'postal-mime'
import { hasDeliveryReport, textOfReports } from './mail-kinds.ts'
import { gone, later } from './wordings/delivery.ts'
import { anyOf, folded } from './wordings/folded.ts'

/** What a server says of a bounced mail. `isPermanent`: it will not be tried again (a hard bounce). */
export type DeliveryFailure = {
  text: string
  isPermanent: boolean
  /** The mailbox does not exist: the only failure that says something of the address. */
  isAddress: boolean
}

/** What a server says where trying again does not help. */
const textGone =
  /user unknown|no such (?:user|mailbox|person|address)|unknown (?:user|recipient|address)|does ?n[o']t exist|address rejected|no valid recipients|host unknown|unknown host|not a member|unrouteable|not our customer|invalid recipient|couldn't be found|mailbox unavailable|message rejected|user not found|domain doesn.?t exist|does ?n[o']t have an? \S+ account|account (?:has been |is )?(?:disabled|discontinued|closed|inactive|deactivated)|(?:user|recipient)(?: name)?(?: is)? not (?:recognized|known|listed)|not (?:listed in|a valid (?:user|recipient|mailbox))|no mailbox here|invalid (?:final delivery userid|mailbox)|addressee unknown|illegal user|not accepting mail|no longer (?:valid|active|in use)/i
const textPermanent = /permanent(?:ly)? (?:error|fail)/i
/** What a server says where it may work later, or could have: RFC 3463 has 4.x for each. */
const textTemporary = new RegExp(
  [
    // It is tried again.
    String.raw`will (?:be )?(?:retr|try|keep trying|continue)|has been delayed|delayed \d+ hours?|\(delay\)|warning: (?:could not|message).{0,60}|still being retried|temporar|(?:is|been|was|message) delayed|not yet been delivered|^.{0,60}: warning$|not found, try again|try again later`,
    // The mailbox is full.
    String.raw`(?:mail ?(?:box|folder|store|drop)|in-?box|account) (?:is |was )?(?:currently |too )?full|full mail ?box|(?:mail ?box|in-?box|account|user|recipient) (?:has |is )?(?:exceed\w*|over) (?:(?:the|its|his|her) )?(?:\w+ ){0,3}(?:size|limit|space|allocation)|over (?:(?:disk|mail|storage) )?quota|overquota|quota (?:\w+ )?exceeded|exceed\w* (?:\w+ ){0,4}(?:quota|storage)|(?:not enough|insufficient|no(?: more)?|out of) (?:(?:disk|mail|mailbox|storage|free) )*(?:space|storage)|space (?:is )?not enough|too (?:much|many) (?:mails?|messages) (?:stored|in)`,
    // No way to the server today.
    String.raw`network error on destination|(?:connection|operation|message|session) (?:timed out|refused|reset)|no route to host|network (?:is )?unreachable|(?:host|server|system|computer) (?:is |was )?(?:not (?:responding|reachable)|unreachable|busy|down|too busy)|(?:did not|didn't) respond|(?:un|not )able to (?:establish|connect)|(?:can ?not|can't|could not|couldn't) (?:establish|connect)`,
    // It was tried too long.
    String.raw`(?:failed|after|exceed\w*)(?: \w+){0,5} (?:attempts|tries|retries)|queue (?:for )?too long|(?:queue|retry) time(?:out)? (?:\w+ )?exceeded|(?:aborted|expired|gave up|given up|not delivered) (?:after|within) [\d.]+ ?(?:minute|hour|day)`,
  ].join('|'),
  'i',
)
const enhanced = /(?<![\d.])([45])\.(\d{1,3})\.(\d{1,3})(?!\d|\.\d)/
/** A reply code (RFC 5321); '480-624' is a telephone number. */
const reply = /(?:^|[\s:"'<([])([45])[0-5]\d(?:[ -](?!\d{3})|$)/m
/** What a server answers, and a report of it: neither is in a mail of ours. */
const nestedStatus = /^status:[ \t]*[45]\.\d{1,3}\.\d{1,3}/i
const answer = /(?<![\d.])[45][0-5]\d[ -]#?[45]\.\d{1,3}\.\d{1,3}(?![\d.])/

/** Why a mail bounced. `texts` are its own text and what is attached, `returnedTexts` the mails that are attached. */
export function failureIn(mail: Email, texts: readonly string[], returnedTexts: readonly string[]): DeliveryFailure {
  const report = hasDeliveryReport(mail) ? textOfReports(mail) : undefined
  const own = texts.map((one) => unwrapped(withoutReturned(one)))
  const text = report ?? own.join('\n')
  // A gateway may return a server's report as if it were the mail.
  const whole = report ?? [...texts, ...returnedTexts].join('\n')
  const blocks = report?.split(/\r?\n[ \t]*\r?\n/).filter((block) => /^(?:action|status):/im.test(block)) ?? []
  const failed = blocks.find((block) => /^action:\s*fail/im.test(block)) ?? blocks[0]
  const diagnostic = /^diagnostic-code:[ \t]*(.+(?:\r?\n[ \t].+)*)/im.exec(failed ?? whole)?.[1]
  const status = failed === undefined ? undefined : /^status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(failed)?.[1]
  const statedLine =
    lineOf(text, [enhanced, textGone, reply, textPermanent, textTemporary]) ?? lineOf(whole, [answer, nestedStatus])
  const foreign = diagnostic === undefined && statedLine === undefined ? foreignReasonIn(own) : undefined
  const reason = (diagnostic ?? statedLine ?? foreign?.line ?? (failed === undefined ? undefined : 'Permanent failure'))
    ?.replace(/\s+/g, ' ')
    .trim()
  const subject = mail.subject ?? ''
  if (reason === undefined || reason === '') {
    // A server that returns a mail without a reason has given up on it.
    return { text: subject.trim() || 'Permanent failure', isPermanent: !textTemporary.test(subject), isAddress: false }
  }
  if (foreign !== undefined) return { text: truncate(reason, 500), isPermanent: foreign.isPermanent, isAddress: false }
  const isDelayed = failed !== undefined && /^action:\s*delay/im.test(failed)
  const isPermanent = !isDelayed && isPermanentCode(status, `${subject}\n${reason}`)
  const code = enhanced.exec(reason)?.[0] ?? status ?? ''
  return {
    text: truncate(reason.replaceAll('\u0000', ''), 500),
    isPermanent,
    isAddress: isPermanent && isAddressCode(code, reason),
  }
}

/** The beginning of a mail that was returned in the text: what it says is no reason. */
const returned =
  /^[ \t>]{0,4}(?:received|return-path|mime-version|x-mailer|list-unsubscribe)[ \t]?:|^[^\w\n]{0,80}(?:this is a copy of|below this line is|(?:(?:the|your) )?(?:original|returned|unsent|undelivered|rejected) (?:message|mail)(?:(?: text)? (?:follows|is (?:below|attached)|below)|[^\w\n]{0,80}$)|message text follows|your message reads)/im

/** A text up to the mail that was returned in it; the whole one where that comes first. */
function withoutReturned(text: string): string {
  const at = text.slice(0, 100_000).search(returned)
  return at < 0 || text.slice(0, at).trim() === '' ? text : text.slice(0, at)
}

/** The text with each '<address>: reason' on one line; Postfix and Sendmail indent what goes on. */
const unwrapped = (text: string): string =>
  text.replace(/^<[^>\n]{1,300}>.*(?:\r?\n[ \t]{1,8}\S.*){1,10}/gm, (one) => one.replace(/\r?\n[ \t]+/g, ' '))

const [goneInAnyLanguage, laterInAnyLanguage] = [anyOf(gone), anyOf(later)]

/** The first line that gives a reason in words of another language than English; what was returned is left out. */
function foreignReasonIn(texts: readonly string[]): { line: string; isPermanent: boolean } | undefined {
  const own = texts.find((text) => /[\n ]/.test(text.trim())) ?? ''
  const lines = own.slice(0, 2500).split(/\r?\n/)
  const returned = lines.findIndex((line) => /^[ \t>]{0,4}(?:from|subject|received|return-path):/i.test(line))
  for (const line of lines.slice(0, returned < 1 ? undefined : returned)) {
    const text = folded(line)
    const isGone = goneInAnyLanguage.test(text)
    if (isGone || laterInAnyLanguage.test(text)) return { line, isPermanent: isGone }
  }
  return undefined
}

function isPermanentCode(status: string | undefined, reason: string): boolean {
  // A name that does not exist is tried again by some servers, and stays away.
  if (/\bNXDOMAIN\b/.test(reason)) return true
  if (status !== undefined && !status.startsWith('2')) return status.startsWith('5')
  const code = enhanced.exec(reason)?.[1] ?? reply.exec(reason)?.[1]
  if (code === '5') return true
  if (code === '4') return false
  return textGone.test(reason) || textPermanent.test(reason) || !textTemporary.test(reason)
}

/** 5.1.x is the address, 5.2.1 a mailbox that is closed (RFC 3463); 5.7.1 and others are about the mail. */
function isAddressCode(code: string, reason: string): boolean {
  if (/^5\.1\.\d{1,3}$/.test(code)) return code !== '5.1.7' && code !== '5.1.8'
  if (code === '5.2.1') return true
  // Without an enhanced code, or with the empty one, the words decide.
  return /^(?:5\.0\.0|)$/.test(code) && /\b55[0134]\b/.test(reason) && nobody.test(reason)
}
const nobody =
  /user unknown|no such (?:user|mailbox|person|address)|unknown (?:user|recipient)|(?:user|mailbox|address|recipient).{0,40}(?:does ?n[o']t exist|not found)/i

function lineOf(text: string, patterns: readonly RegExp[]): string | undefined {
  const lines = text.slice(0, 100_000).split(/\r?\n/)
  for (const pattern of patterns) {
    const found = lines.find((line) => line.length < 2000 && pattern.test(line))
    if (found !== undefined) return found
  }
  return undefined
}

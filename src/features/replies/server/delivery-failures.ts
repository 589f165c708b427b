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

const textPermanent =
  /user unknown|no such (?:user|mailbox|person|address)|unknown (?:user|recipient|address)|does ?n[o']t exist|address rejected|no valid recipients|host unknown|unknown host|permanent(?:ly)? (?:error|fail)|not a member|unrouteable|not our customer|invalid recipient|couldn't be found|mailbox unavailable|message rejected|user not found|domain doesn.?t exist/i
const textTemporary =
  /will (?:be )?(?:retr|try|keep trying|continue)|has been delayed|delayed \d+ hours?|\(delay\)|warning: (?:could not|message).{0,60}|still being retried|mailbox (?:is )?full|over ?quota|quota exceeded|temporar|(?:is|been|was|message) delayed|not yet been delivered|^.{0,60}: warning$|network error on destination/i
const enhanced = /(?<![\d.])([45])\.(\d{1,3})\.(\d{1,3})(?!\d|\.\d)/
const reply = /(?:^|[\s:"'<([])([45])\d\d(?:[ -]|$)/m

/** Why a mail bounced. `texts` are its own text and what is attached. */
export function failureIn(mail: Email, texts: readonly string[]): DeliveryFailure {
  const report = hasDeliveryReport(mail) ? textOfReports(mail) : undefined
  const text = report ?? texts.join('\n')
  const blocks = report?.split(/\r?\n[ \t]*\r?\n/).filter((block) => /^(?:action|status):/im.test(block)) ?? []
  const failed = blocks.find((block) => /^action:\s*fail/im.test(block)) ?? blocks[0]
  const diagnostic = /^diagnostic-code:[ \t]*(.+(?:\r?\n[ \t].+)*)/im.exec(failed ?? text)?.[1]
  const status = failed === undefined ? undefined : /^status:\s*(\d\.\d{1,3}\.\d{1,3})/im.exec(failed)?.[1]
  const saidLine = lineOf(text, [enhanced, textPermanent, reply, textTemporary])
  const foreign = diagnostic === undefined && saidLine === undefined ? foreignReasonIn(texts) : undefined
  const said = (diagnostic ?? saidLine ?? foreign?.line ?? (failed === undefined ? undefined : 'Permanent failure'))
    ?.replace(/\s+/g, ' ')
    .trim()
  const subject = mail.subject ?? ''
  if (said === undefined || said === '') {
    // A server that returns a mail without a reason has given up on it.
    return { text: subject.trim() || 'Permanent failure', isPermanent: !textTemporary.test(subject), isAddress: false }
  }
  if (foreign !== undefined) return { text: said.slice(0, 500), isPermanent: foreign.isPermanent, isAddress: false }
  const isDelayed = failed !== undefined && /^action:\s*delay/im.test(failed)
  const isPermanent = !isDelayed && isPermanentCode(status, `${subject}\n${said}`)
  const code = enhanced.exec(said)?.[0] ?? status ?? ''
  return {
    text: said.replaceAll('\u0000', '').slice(0, 500),
    isPermanent,
    isAddress: isPermanent && isAddressCode(code, said),
  }
}

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

function isPermanentCode(status: string | undefined, said: string): boolean {
  // A name that does not exist is tried again by some servers, and stays away.
  if (/\bNXDOMAIN\b/.test(said)) return true
  if (status !== undefined && !status.startsWith('2')) return status.startsWith('5')
  const code = enhanced.exec(said)?.[1] ?? reply.exec(said)?.[1]
  if (code === '5') return true
  if (code === '4') return false
  return textPermanent.test(said) || !textTemporary.test(said)
}

/** 5.1.x is the address, 5.2.1 a mailbox that is closed (RFC 3463); 5.7.1 and others are about the mail. */
function isAddressCode(code: string, said: string): boolean {
  if (/^5\.1\.\d{1,3}$/.test(code)) return code !== '5.1.7' && code !== '5.1.8'
  if (code === '5.2.1') return true
  // Without an enhanced code, or with the empty one, the words decide.
  return /^(?:5\.0\.0|)$/.test(code) && /\b55[0134]\b/.test(said) && nobody.test(said)
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

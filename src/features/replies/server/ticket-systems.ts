import type { Email } from 'postal-mime'
import { decidesOrAsks, isAcknowledgement, isAutomaticSubject, isOutOfOffice } from './automatic-texts.ts'
import { isAutoSubmitted, type ReadHeader } from './mail-headers.ts'
import type { OwnWords } from './own-words.ts'

/** An incoming mail as a ticket system may have sent it. */
type Answer = { mail: Email; words: OwnWords; body: string; header: ReadHeader }

/**
 * Whether a person of the desk wrote a mail that the desk's ticket system marks as automatic, as it marks all its mails:
 * Zendesk ('Auto-Submitted' and 'X-Auto-Response-Suppress' on comments of agents), Request Tracker ('RT-Ticket' on
 * correspondence) and Jira Service Management. What only confirms that a report arrived is not.
 */
export function isAgentsAnswer(answer: Answer): boolean {
  const { mail, words, body } = answer
  if (!systems.some((isWritten) => isWritten(answer))) return false
  if (isAutomaticSubject(mail.subject ?? '') || survey.test(body)) return false
  return !isAcknowledgement(words) && !isOutOfOffice(words)
}

const survey = /how would you rate|satisfaction survey|rate the (?:support|help) you received/i

const systems = [isZendeskComment, isTrackerCorrespondence, isJiraComment]

/** The first notification of a ticket confirms it; later ones refer to it by its own id. */
function isZendeskComment({ mail: { references }, words, header }: Answer): boolean {
  if (!/zendesk/i.test(header('x-mailer')) && header('x-zendesk-from-account-id') === '') return false
  return /_sprut@zendesk\.com>/i.test(references ?? '') || decidesOrAsks(words)
}

/** Its automatic answer has 'Auto-Submitted', and in older versions our own address as who caused it. */
function isTrackerCorrespondence({ mail, header }: Answer): boolean {
  const causedBy = header('rt-originator').trim().toLowerCase()
  if (header('rt-ticket') === '' || causedBy === '' || isAutoSubmitted(header)) return false
  return !(mail.to ?? []).some(({ address }) => address?.toLowerCase() === causedBy)
}

function isJiraComment({ words, body, header }: Answer): boolean {
  if (header('x-jira-fingerprint') === '') return false
  return /^.{1,80} commented:[ \t]*$/im.test(body) || decidesOrAsks(words)
}

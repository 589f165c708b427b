import { complaintTexts, emailTexts } from '#features/case-files/messages.ts'
import { messages as noticeTexts } from '#features/notices/messages.ts'
import { messages as replyTexts } from '#features/replies/messages.ts'
import { messages as visitTexts } from '#features/revisits/messages.ts'
import { showDay, showDayOf, showMoment } from '#vocabulary/dates.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import type { CaseAnswer, CaseFacts, CaseRecord, CaseVisit, Comment, StatusChange } from './queries.ts'

/** One event of a finding: `at` is in UTC, `local` is the same moment in the business time zone. */
export type CaseEvent = {
  at: string
  local: string
  kind: 'recorded' | 'status' | 'comment' | 'enforcement' | 'override' | 'notice' | 'answer' | 'visit'
  what: string
  by: string | null
  details: string | null
}

/** The recorded history of a finding, from which its events are listed. */
export type FindingHistory = {
  facts: CaseFacts
  changes: readonly StatusChange[]
  comments: readonly Comment[]
  records: readonly CaseRecord[]
  visits: readonly CaseVisit[]
}

type EventDraft = Omit<CaseEvent, 'local'>

/** All events of a finding, in order of time. */
export function eventsOf({ facts, changes, comments, records, visits }: FindingHistory, zone: string): CaseEvent[] {
  const events: EventDraft[] = [
    { at: facts.createdAt, kind: 'recorded', what: 'Recorded as a finding', by: facts.createdBy, details: null },
    ...changes.map(statusEvent),
    ...comments.map(
      ({ at, by, comment }): EventDraft => ({ at, kind: 'comment', what: 'Comment', by, details: comment }),
    ),
    ...records.flatMap((record) => enforcementEvents(record, zone)),
    ...visits.filter(isNotable).map(visitEvent),
  ]
  return events
    .map((one) => ({ ...one, at: new Date(one.at).toISOString() }))
    .map((one) => ({ ...one, local: showMoment(one.at, zone) }))
    .toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
}

/** What a notice lacked, in words. */
export const missingNames = (lacks: readonly string[]): string =>
  lacks.map((lack) => (isLack(lack) ? noticeTexts.lack[lack].split(':')[0] : lack)).join(', ')

const isLack = (lack: string): lack is keyof typeof noticeTexts.lack => Object.hasOwn(noticeTexts.lack, lack)

function statusEvent({ at, by, module, from, to }: StatusChange): EventDraft {
  const what = from
    ? `Status from ${statusDisplay(from).name} to ${statusDisplay(to).name}`
    : `First status ${statusDisplay(to).name}`
  return { at, kind: 'status', what, by, details: module }
}

function enforcementEvents(
  { at, by, actionTaken, actionDate, status, mail, override, answers, submittedAt, ...where }: CaseRecord,
  zone: string,
): EventDraft[] {
  const events: EventDraft[] = [
    {
      at,
      kind: 'enforcement',
      what: `${actionTaken}, dated ${showDay(actionDate)}, status ${statusDisplay(status).name}`,
      by,
      details: listed([
        ['to', where.abuseEmail],
        ['desk', where.deskKind === 'other' ? null : where.deskKind && deskText(where)],
        ['registrar', where.registrar],
        ['IP address', where.ipAddress],
        ['hosting', where.hosting],
      ]),
    },
  ]
  if (override)
    events.push({
      at: override.at,
      kind: 'override',
      what: `Sent although incomplete: ${missingNames(override.missing)}`,
      by: override.by,
      details: override.reason,
    })
  if (submittedAt)
    events.push({
      at: submittedAt,
      kind: 'notice',
      what: `Report submitted through the web form of ${where.deskName ?? where.form}`,
      by,
      details: listed([
        ['form', where.form],
        ['ticket', where.ticket],
      ]),
    })
  if (mail) events.push(...deliveryEvents(mail))
  for (const answer of answers)
    events.push({
      at: answer.at,
      kind: 'answer',
      what: `${answerKind(answer, zone)}: ${answer.subject || 'no subject'}`,
      by: answer.sender,
      details: null,
    })
  return events
}

/** Whether a visit's outcome differs from the one before, or it is the last; visits.json has all visits. */
const isNotable = (visit: CaseVisit, at: number, all: readonly CaseVisit[]): boolean =>
  at === all.length - 1 || all[at - 1]?.outcome !== visit.outcome

const visitEvent = ({ at, address, outcome, reason, streak, side }: CaseVisit): EventDraft => ({
  at,
  kind: 'visit',
  what: `Visited ${address}: ${visitTexts.outcome[outcome].toLowerCase()}`,
  by: null,
  details: side && streak > 1 ? `${reason}; ${streak} consecutive checks with this result` : reason,
})

function deliveryEvents({
  recipient,
  sendingAt,
  sentAt,
  failedAt,
  isDoubtful,
  answer,
  error,
}: NonNullable<CaseRecord['mail']>) {
  const notice = (at: string, what: string, details: string | null): EventDraft => ({
    at,
    kind: 'notice',
    what,
    by: null,
    details,
  })
  const events: EventDraft[] = []
  if (sendingAt) events.push(notice(sendingAt, `Notice to ${recipient} handed to its mail server`, null))
  if (sentAt) events.push(notice(sentAt, `Notice to ${recipient} accepted by its mail server`, answer))
  else if (failedAt)
    events.push(
      notice(
        failedAt,
        isDoubtful ? `Delivery of the notice to ${recipient} is unknown` : `Notice to ${recipient} failed`,
        error,
      ),
    )
  return events
}

/** The kind of an answer, and that a person changed what was read. */
export function answerKind({ kind, corrected }: Pick<CaseAnswer, 'kind' | 'corrected'>, zone: string): string {
  const name = replyTexts.kind[kind]
  if (!corrected) return name
  const { from, by, at } = corrected
  const day = showDayOf(new Date(at).toISOString(), zone)
  return from === kind
    ? emailTexts.changedBack(name, { by, day })
    : emailTexts.corrected(name, { from: replyTexts.kind[from], by, day })
}

/** 'Registrar: Name' of the desk that got a notice. */
export const deskText = ({ deskKind, deskName }: Pick<CaseRecord, 'deskKind' | 'deskName'>): string =>
  [complaintTexts.desks[deskKind ?? 'other'], deskName].filter(Boolean).join(': ')

const listed = (parts: readonly (readonly [string, string | null])[]): string | null =>
  parts.flatMap(([name, value]) => (value ? [`${name} ${value}`] : [])).join(', ') || null

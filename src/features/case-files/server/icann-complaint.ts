import type { Complaint } from '#features/case-files/contract.ts'
import { complaintTexts as texts } from '#features/case-files/messages.ts'
import { noticeValues, onOneLine } from '#features/enforcement-config/server/compose-notice.ts'
import type { Scope } from '#features/findings/server/visible.ts'
import { statedMark } from '#features/notices/server/choose-mark.ts'
import { type ExaminedCase, examine, hostOf, nameFor } from '#features/notices/server/examine.ts'
import { momentIn } from '#features/notices/server/moment-in.ts'
import { problemOf } from '#features/notices/server/problem-of.ts'
import { countryZone, registeredName } from '#features/notices/server/registered-names.ts'
import type { Db } from '#kit/server/db.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { today } from '#vocabulary/dates.ts'
import { harmOfCode } from '#vocabulary/harm-texts.ts'
import { unicodeLabel } from '#vocabulary/labels.ts'
import { statusDisplay } from '#vocabulary/statuses.ts'
import { type ComplaintFacts, complaintFacts, type SentNotice } from './complaint-queries.ts'
import { deskText } from './events.ts'

type Part = Complaint['parts'][number]
type Field = Part['fields'][number]
type ComplaintParams = { platform: FindingPlatformDefinition; scope: Scope; findingId: string; zone: string }

/**
 * What ICANN Contractual Compliance asks in a complaint about a registrar that did not act on DNS abuse, in the order of
 * its form: who complains, the name and registrar, the abuse, the notices to the registrar with proof, those to others, the
 * answers, the evidence. What would get it closed is in `problems`. Undefined for a finding that is not in scope or names no
 * registered name.
 */
export async function icannComplaint(db: Db, params: ComplaintParams): Promise<Complaint | undefined> {
  const { platform, scope, findingId, zone } = params
  const [finding] = await examine(db, platform, { scope, ids: [findingId], day: today(zone) })
  const name = finding && registeredName(hostOf(finding) ?? '')
  const facts = await complaintFacts(db, platform, scope, findingId)
  if (!finding || !name || !facts) return undefined
  const parts = [
    reporter(finding),
    { title: texts.name, fields: [field(texts.domain, name), field(texts.registrar, facts.registrar)] },
    abuse(finding, facts, params),
    ...toRegistrar(facts.notices).map((one, n) => noticePart(texts.notice(n + 1), one, zone)),
    ...toOthers(facts.notices).map((one, n) => noticePart(texts.otherNotice(n + 1), one, zone)),
    answers(facts, zone),
    evidence(finding, facts, zone),
    { title: texts.asked, fields: [field(texts.request, texts.requestOf(name))] },
  ]
  const title = texts.title(name)
  return { title, problems: problemsOf(finding, facts, name), parts, text: textOf(title, parts) }
}

/**
 * Why ICANN would close a complaint about a finding whatever it says, so that none needs to be filed; undefined where it
 * would look at one.
 */
export async function whyNoComplaint(db: Db, params: ComplaintParams): Promise<string | undefined> {
  const { platform, scope, findingId, zone } = params
  const [finding] = await examine(db, platform, { scope, ids: [findingId], day: today(zone) })
  const facts = await complaintFacts(db, platform, scope, findingId)
  const name = finding && registeredName(hostOf(finding) ?? '')
  return !finding || !name || !facts ? texts.noName : finalProblemsOf(finding, facts, name)[0]
}

/** Only what went to the registrar's own desk is prior notice to it. */
const toRegistrar = (notices: readonly SentNotice[]) => notices.filter(({ deskKind }) => deskKind === 'registrar')
const toOthers = (notices: readonly SentNotice[]) => notices.filter(({ deskKind }) => deskKind !== 'registrar')

const field = (label: string, value: string | null | undefined | false): Field => ({ label, value: value || '' })

function reporter({ company, signer, postalAddress }: ExaminedCase): Part {
  return {
    title: texts.reporter,
    fields: [
      field(texts.reporterName, signer && [signer.name, signer.title].filter(Boolean).join(', ')),
      field(texts.email, signer?.email),
      field(texts.phone, signer?.phone),
      field(texts.onBehalf, company),
      field(texts.address, postalAddress),
    ],
  }
}

function abuse(finding: ExaminedCase, facts: ComplaintFacts, { platform, zone }: ComplaintParams): Part {
  const harm = harmOfCode(finding.reasonCode)
  // As the notices said it: the same text with the same values.
  const values = noticeValues({
    ...finding,
    registeredName: nameFor(finding, 'registrar'),
    platform: platform.value,
    registrar: facts.registrar,
    ipAddress: null,
    hosting: null,
    date: today(zone),
    stated: statedMark(finding),
  })
  const problem = problemOf(finding, values)
  return {
    title: texts.abuse,
    fields: [
      field(texts.abuseKind, harm.dnsAbuse && texts.dnsAbuse[harm.dnsAbuse]),
      field(texts.page, finding.url),
      field(texts.description, [problem, finding.reason].filter(Boolean).join(' ')),
      field(texts.genuine, finding.ownSite),
    ],
  }
}

function noticePart(title: string, notice: SentNotice, zone: string): Part {
  const { sentAt, form, ticket, to, subject, accepted, id, sha256 } = notice
  const desk = field(texts.desk, deskText(notice))
  if (form !== null)
    return {
      title,
      fields: [
        field(texts.submittedAt, momentIn(sentAt, zone)),
        desk,
        field(texts.webForm, form),
        field(texts.ticketOfForm, ticket),
      ],
    }
  return {
    title,
    fields: [
      field(texts.sentAt, momentIn(sentAt, zone)),
      desk,
      field(texts.sentTo, to),
      field(texts.subject, subject),
      field(texts.accepted, accepted),
      field(texts.messageId, id),
      field(texts.hash, sha256),
    ],
  }
}

function answers({ notices }: ComplaintFacts, zone: string): Part {
  const all = [...toRegistrar(notices), ...toOthers(notices)].flatMap((one) =>
    one.answers.map((answer) => ({ ...answer, isOfOther: one.deskKind !== 'registrar' })),
  )
  if (all.length === 0) return { title: texts.answers, fields: [field(texts.answers, texts.noAnswer)] }
  return {
    title: texts.answers,
    fields: all.map(({ kind, at, sender, subject, body, ticket, isOfOther }, n) =>
      field(
        texts.answer(n + 1),
        [
          `${momentIn(at, zone)}, ${texts.kinds[kind]}${sender ? `, ${sender}` : ''}`,
          isOfOther && texts.toOther,
          ticket && texts.ticket(ticket),
          subject,
          body,
        ]
          .filter(Boolean)
          .join('\n'),
      ),
    ),
  }
}

function evidence({ picture, seen }: ExaminedCase, { status, visit }: ComplaintFacts, zone: string): Part {
  const last =
    visit &&
    `${momentIn(visit.at, zone)}: ${visit.side === 'up' ? texts.isUp : visit.side === 'down' ? texts.isDown : texts.isUnknown}`
  return {
    title: texts.evidence,
    fields: [
      field(texts.seen, seen && momentIn(seen.at, zone)),
      field(texts.lastVisit, last),
      field(texts.picture, picture && `SHA-256 ${picture.sha256}`),
      field(texts.status, statusDisplay(status).name),
      field(texts.files, texts.caseFile),
    ],
  }
}

/** Why ICANN would close the complaint as it is. */
function problemsOf(finding: ExaminedCase, facts: ComplaintFacts, name: string): string[] {
  const { registrar, visit } = facts
  const notices = toRegistrar(facts.notices)
  const isAnswered = notices.some((one) => one.answers.some(({ kind }) => kind === 'reply'))
  const isDelivered = notices.some((one) => one.answers.every(({ kind }) => kind !== 'bounce'))
  return [
    ...finalProblemsOf(finding, facts, name),
    ...(registrar ? [] : [texts.noRegistrar]),
    ...(notices.length > 0 && !isDelivered ? [texts.bounced] : []),
    ...(isAnswered ? [texts.answered] : []),
    ...(visit?.side === 'down' ? [texts.down] : []),
    ...(finding.signer ? [] : [texts.noSigner]),
  ]
}

/** Those of them that no wording of the complaint changes. */
function finalProblemsOf({ reasonCode }: ExaminedCase, { notices }: ComplaintFacts, name: string): string[] {
  const zone = countryZone(name)
  return [
    ...(zone === undefined ? [] : [texts.ofCountry(unicodeLabel(zone))]),
    ...(harmOfCode(reasonCode).dnsAbuse === null ? [texts.noDnsAbuse] : []),
    ...(toRegistrar(notices).length === 0 ? [texts.noNotice] : []),
  ]
}

/** The complaint as plain text. What a registry says adds no line of its own; answers keep theirs. */
function textOf(title: string, parts: readonly Part[]): string {
  const lineOf = (part: Part, { label, value }: Field) =>
    `${label}: ${(part.title === texts.answers ? value : onOneLine(value)) || texts.notKnown}`
  const blocks = parts.map((part) => [part.title, ...part.fields.map((one) => lineOf(part, one))].join('\n'))
  return [title, ...blocks].join('\n\n')
}

import { onOneLine } from '#features/enforcement-config/server/compose-notice.ts'
import type { Scope } from '#features/findings/server/visible.ts'
import type { FilingSheet } from '#features/notices/contract.ts'
import { messages, sheetTexts } from '#features/notices/messages.ts'
import { type Procedure, procedures } from '#features/notices/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { Problem } from '#kit/server/problem.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import { today } from '#vocabulary/dates.ts'
import { harmOf, harms } from '#vocabulary/harm-kinds.ts'
import { nameParts } from '#vocabulary/labels.ts'
import { reasonCodeName } from '#vocabulary/reason-codes.ts'
import { markLine, ownerOf, plain, withOffice } from './choose-mark.ts'
import { type ExaminedCase, examine, hostOf } from './examine.ts'
import { messageLine } from './message-parts.ts'
import { momentIn } from './moment-in.ts'
import { domainFactsOf, type DomainFacts } from './domain-queries.ts'
import { marksOf, type RegisteredMark } from './queries.ts'
import { ownPolicyOf, proceduresFor, registeredName } from './registered-names.ts'

type Part = FilingSheet['parts'][number]
type Field = Part['fields'][number]

/**
 * What a complaint about a domain name asks, each answer from the evidence that is stored; an answer that is not known
 * says so. Undefined for a finding that is not in scope; 422 where it names no registered name, or one that the proceeding
 * does not cover.
 */
export async function filingSheet(
  db: Db,
  params: {
    platform: FindingPlatformDefinition
    scope: Scope
    findingId: string
    procedure?: Procedure | undefined
    zone: string
  },
): Promise<FilingSheet | undefined> {
  const { platform, scope, findingId, zone } = params
  const day = today(zone)
  const [finding] = await examine(db, platform, { scope, ids: [findingId], day })
  if (!finding) return undefined
  const name = registeredName(hostOf(finding) ?? '')
  if (!name) throw new Problem(422, sheetTexts.noName)
  const open = proceduresFor(name)
  const procedure = params.procedure ?? open[0]
  if (!procedure || !open.includes(procedure))
    throw new Problem(422, sheetTexts.notCovered(procedure ?? procedures.join(' or '), name, open, ownPolicyOf(name)))
  const facts = (await domainFactsOf(db, platform, scope, findingId))!
  const parts = [
    complainant(finding),
    domainName(finding, facts, name),
    marks(finding, await marksOf(db, [finding.brandId], day)),
    similarity(finding, name, procedure),
    noRights(finding, facts, procedure),
    badFaith(finding, facts, { procedure, zone }),
    evidence(finding, zone),
    { title: sheetTexts.toState, fields: sheetTexts.stated[procedure].map(([label, text]) => field(label, text)) },
    { title: sheetTexts.filing, fields: [field(sheetTexts.providers, sheetTexts.providersOf[procedure])] },
  ]
  const title = sheetTexts.title(procedure, name)
  return { procedure, open: [...open], title, parts, text: textOf(title, parts) }
}

const field = (label: string, value: string | null | undefined | false): Field => ({ label, value: value || '' })

function complainant({ company, postalAddress, signer, documents }: ExaminedCase): Part {
  const authority = documents.filter(({ type }) => type === 'authority').map(({ fileName }) => fileName)
  return {
    title: 'Complainant',
    fields: [
      field('Name', company),
      field('Postal address', postalAddress),
      field('Authorised representative', signer && [signer.name, signer.title].filter(Boolean).join(', ')),
      field('Email', signer?.email),
      field('Phone', signer?.phone),
      field('Authority document', authority.join(', ')),
    ],
  }
}

function domainName(finding: ExaminedCase, facts: DomainFacts, name: string): Part {
  const host = hostOf(finding)
  return {
    title: 'Domain name, registrar and respondent',
    fields: [
      field('Domain name', name),
      ...(host === name ? [] : [field('Host that was seen', host)]),
      field('Registrar', facts.registrar),
      field('Registered on', facts.registeredOn ?? finding.registrationDate),
      field('Expires on', facts.expiresOn),
      field('Registrant as published', [facts.registrantName, facts.registrantOrganisation].filter(Boolean).join(', ')),
      field('Email of the registrant', facts.registrantEmail),
    ],
  }
}

/** How many other marks of a brand are listed; the rest are counted. */
const otherMarksListed = 20

/** The mark that the name imitates, and the others in force, which a complaint may be based on too. */
function marks({ mark, company }: ExaminedCase, all: readonly RegisteredMark[]): Part {
  const others = all.filter((one) => one.name !== mark?.name || one.number !== mark.number)
  const lines = others.slice(0, otherMarksListed).map((one) => markLine(withOffice(one), company))
  const left = others.length - lines.length
  return {
    title: 'Trademark',
    fields: [
      field('Mark', mark?.name),
      field('Registration number', mark?.number),
      field('Office', mark?.office),
      field('Country', mark?.country),
      field('Classes', mark?.classes),
      field('In force until', mark?.expiresOn),
      field('Link to the register', mark?.link),
      field('Owner', mark && ownerOf(mark, company)),
      field('In one line', mark && markLine(mark, company)),
      ...(lines.length === 0
        ? []
        : [field(sheetTexts.otherMarks, [...lines, ...(left > 0 ? [sheetTexts.moreMarks(left)] : [])].join('; '))]),
    ],
  }
}

function similarity({ mark, brand }: ExaminedCase, host: string, procedure: Procedure): Part {
  return {
    title: sheetTexts.elements.similar[procedure],
    fields: [field('Comparison', comparison(host, mark?.name ?? brand))],
  }
}

/** How the name compares with the mark, in a sentence; says no more than can be seen in both. */
function comparison(host: string, mark: string): string {
  const label = nameParts(host)?.label ?? host
  const [name, own] = [plain(label), plain(mark)]
  if (/(?:^|\.)xn--/.test(host)) return sheetTexts.compared.foreign(host, mark)
  if (name === own) return sheetTexts.compared.identical(label, mark)
  if (own.length > 2 && plain(host).includes(own)) return sheetTexts.compared.contains(host, mark)
  return sheetTexts.compared.toJudge(host, mark)
}

function noRights(finding: ExaminedCase, facts: DomainFacts, procedure: Procedure): Part {
  const isListed = finding.lacking.includes('whitelisted')
  const registrant = `${facts.registrantName ?? ''} ${facts.registrantOrganisation ?? ''}`.trim()
  const isNamed = finding.mark !== null && registrant.toLowerCase().includes(finding.mark.name.toLowerCase())
  return {
    title: sheetTexts.elements.noRights[procedure],
    fields: [
      field('Permission', isListed ? sheetTexts.listed : sheetTexts.notListed(finding.company)),
      field('Known by the name', registrant === '' ? '' : isNamed ? sheetTexts.named : sheetTexts.notNamed),
      field('Use', finding.reason),
    ],
  }
}

function badFaith(
  finding: ExaminedCase,
  facts: DomainFacts,
  { procedure, zone }: { procedure: Procedure; zone: string },
): Part {
  const { reasonCode, seen, earlier } = finding
  const harm = harmOf(reasonCode)
  const registered = facts.registeredOn ?? finding.registrationDate
  return {
    title: sheetTexts.elements.badFaith[procedure],
    fields: [
      field('What was found', [harms[harm].name, reasonCodeName(reasonCode)].filter(Boolean).join(': ')),
      field('Registration and mark', registered && sheetTexts.compareDates(registered)),
      field('Page title at the last visit', facts.pageTitle),
      field('Last seen', seen && momentIn(seen.at, zone)),
      field('Visits that found it reachable', facts.visits > 0 ? String(facts.visits) : ''),
      field(
        'Notices sent before',
        earlier
          .map(({ at, to, form, answer }) => {
            const how = form ? ` ${messages.byForm(form.ticket)}` : answer ? '' : ' (no answer)'
            return `${momentIn(at, zone)} to ${to}${how}`
          })
          .join('; '),
      ),
    ],
  }
}

function evidence({ picture, documents, messages: leading }: ExaminedCase, zone: string): Part {
  return {
    title: 'Evidence to attach',
    fields: [
      field('Picture', picture && `${picture.mediaType}, ${picture.bytes} bytes, SHA-256 ${picture.sha256}`),
      ...leading.map((one) => field(messages.message.label, messageLine(one, zone))),
      field('Documents', documents.map(({ fileName }) => fileName).join(', ')),
      field('Case file', sheetTexts.caseFile),
      field('Time zone of this sheet', zone),
    ],
  }
}

/** The sheet as plain text, to paste into a form or a message to counsel. What a registry says adds no line of its own. */
function textOf(title: string, parts: readonly Part[]): string {
  const lines = parts.flatMap((part) => [
    '',
    part.title.toUpperCase(),
    ...part.fields.map(({ label, value }) => `${label}: ${onOneLine(value) || sheetTexts.notKnown}`),
  ])
  return [title, ...lines].join('\n')
}

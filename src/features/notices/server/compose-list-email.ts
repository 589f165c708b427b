import {
  brandOf,
  composeNotice,
  endedOnce,
  fillHarmText,
  noticeValues,
  onOneLine,
} from '#features/enforcement-config/server/compose-notice.ts'
import { type Placeholder, placeholders } from '#features/enforcement-config/contract.ts'
import { messages } from '#features/notices/messages.ts'
import { harmOfCode, harmOfGroup } from '#vocabulary/harm-texts.ts'
import { markLine, statedMark } from './choose-mark.ts'
import {
  visitedHow,
  earlierLine,
  type EmailParams,
  genuineOf,
  pictureFact,
  type NoticeEmail,
  pictureOf,
  plainAttachment,
  shortReference,
} from './compose-email.ts'
import { largestEvidence } from './compose-report.ts'
import { type ExaminedCase, hostOf, nameFor, shownAs } from './examine.ts'
import { type AttachedMessage, attachedMessages, messageLine } from './message-parts.ts'
import { momentIn } from './moment-in.ts'
import { namedMark } from './named-rights.ts'
import { htmlOf, type Section, textOf } from './render-email.ts'
import { purchaseLine } from './test-purchase.ts'
import { dnsAbuseText, statementsOf } from './statements.ts'

/** A finding of a list, with what its email says about it. */
export type ListedNotice = { finding: ExaminedCase; params: EmailParams; reportName: string | undefined }

/**
 * One email about several findings of one brand and group of reasons: what is wrong, what is asked, the configured text, and
 * each address with its own facts, reference and report. The first notice is that of the email. Pure.
 */
export function composeListEmail(listed: readonly ListedNotice[]): NoticeEmail {
  const [{ finding, params }] = listed as [ListedNotice]
  const isOneReason = listed.every((one) => one.finding.reasonCode === finding.reasonCode)
  const harm = isOneReason ? harmOfCode(finding.reasonCode) : harmOfGroup(finding.reasonCode)
  const values = valuesOf(listed, harm)
  const filled = (text: string) => fillHarmText(text, values)
  const headline = filled(harm.headline)
  const known = [...placeholders, ...Object.keys(params.more ?? {})] as Placeholder[]
  const configured = composeNotice(params.lines, { ...values, ...params.more }, known)
  const pictures = listed.map(pictureAt)
  const genuine = genuineOfAll(listed)
  const leading = messagesOfAll(listed)
  const request = params.desk === 'registrar' ? harm.registrarRequest : harm.request
  const sections: Section[] = [
    {
      spaced: true,
      lines: [
        onOneLine(
          `${endedOnce(`${headline}.`)} ${messages.list.applies(listed.length)} ${filled(ofEachName(harm.problem))}`,
        ),
        `${filled(request)}, and reply to this email within ${harm.within}.`,
        messages.list.answer,
      ],
    },
    ...(configured.text.trim() === '' ? [] : [{ lines: configured.text.split('\n') }]),
    {
      title: messages.list.title(listed.length),
      lines: listed.flatMap((one, n) =>
        linesOf(one, { n, picture: pictures[n], genuine: genuineIn(one, genuine), leading: leading[n]! }),
      ),
    },
    commonFacts(listed, harm),
    ...pictures.flatMap((picture, n) => (picture ? [{ title: messages.list.pictureOf(n + 1), picture }] : [])),
    ...(genuine.size === 0
      ? []
      : [
          {
            title: messages.pictures.genuineArticle,
            pictures: [...genuine.values()].map((one) => ({ ...one, caption: onOneLine(one.label) })),
          },
        ]),
    ...statementsOf(harm, finding, {
      ...params,
      hosts: listed.map((one) => hostOf(one.finding)),
      isSeen: listed.every((one) => one.finding.seen !== null),
    }).map(({ title, lines }) => ({
      title,
      lines: lines.map((line) => line.replaceAll('the address above', messages.list.above)),
    })),
  ]
  return {
    subject: `${configured.subject}: ${headline} [BK ${shortReference(params.recordId)}]`,
    text: textOf(sections),
    html: htmlOf(sections),
    attachments: [
      ...params.attachments.map(plainAttachment),
      ...[...pictures, ...genuine.values(), ...leading.flat()].flatMap((one) => (one ? [one.attachment] : [])),
    ],
    blank: configured.missing,
  }
}

type Harm = ReturnType<typeof harmOfCode>

/** A sentence about one domain name, said of each of the list. */
const ofEachName = (sentence: string): string => sentence.replace('The domain name {{domain}}', messages.list.eachName)

/** What the placeholders of the text stand for: what all findings share, else a reference to the list. */
function valuesOf(listed: readonly ListedNotice[], harm: Harm) {
  const [{ finding, params }] = listed as [ListedNotice]
  const { company, brand, mark } = finding
  const common = (pick: (one: EmailParams) => string | null) =>
    listed.every((one) => pick(one.params) === pick(params)) ? pick(params) : messages.list.seeList
  return {
    ...noticeValues({
      platform: params.platform.value,
      company,
      brand,
      url: messages.list.addresses,
      domain: messages.list.domains,
      registrar: common((one) => one.registrar),
      ipAddress: common((one) => one.ipAddress),
      hosting: common((one) => one.hosting),
      date: params.date,
      stated: {
        ...statedMark(finding),
        markNumber: mark?.number ?? '',
        harm: harm.name,
        reference: params.recordId,
      },
    }),
    // An address is not what these are: they are put into sentences.
    url: messages.list.addresses,
    domain: messages.list.domains,
    about: messages.list.count(listed.length),
  }
}

/** The facts that are the same for all findings of the list. */
function commonFacts(listed: readonly ListedNotice[], harm: Harm): Section {
  const [{ finding, params }] = listed as [ListedNotice]
  const reports = listed.filter(({ reportName }) => reportName !== undefined).length
  const { company, brand, ownSite } = finding
  const named = namedMark(finding)
  return {
    title: 'Facts',
    facts: [
      ...(harm.dnsAbuse !== null && params.desk !== 'host'
        ? [
            {
              label: 'DNS abuse',
              text: dnsAbuseText(
                harm.dnsAbuse,
                listed.map((one) => hostOf(one.finding)),
              ),
            },
          ]
        : []),
      { label: messages.brandLabel(harm), text: onOneLine(brandOf(brand, company)) },
      ...(ownSite ? [{ label: 'Genuine site', code: ownSite }] : []),
      ...(named ? [{ label: 'Trademark', text: markLine(named, company) }] : []),
      ...(params.attachments.length > 0
        ? [{ label: 'Documents', text: params.attachments.map(({ fileName }) => fileName).join(', ') }]
        : []),
      // RAA 3.18: a page that shows itself to some visitors only is not found otherwise.
      ...(listed.some((one) => one.finding.seen?.by === 'visit')
        ? [{ label: 'Visits', text: messages.list.visits(visitedHow(params.sender)) }]
        : []),
      ...(reports > 0 ? [{ label: 'Machine-readable', text: messages.list.reports(reports === listed.length) }] : []),
      { label: 'Our reference', code: params.recordId },
    ],
  }
}

type Lines = Extract<Section, { lines: unknown }>['lines']

/** The picture of an address, by its number in the list; undefined where the email would become too large. */
const pictureAt = ({ finding, params }: ListedNotice, n: number) =>
  pictureOf(finding, params.recordId, `picture-${n + 1}`)

/** The picture of an address in its line. */
function pictureLine(finding: ExaminedCase, picture: ReturnType<typeof pictureAt>): string | undefined {
  const fact = pictureFact(finding, picture)
  return fact && `${fact.label.toLowerCase()} ${'code' in fact ? fact.code : fact.text}`
}

/** The genuine articles of all addresses, each once, by the key of its picture. */
function genuineOfAll(listed: readonly ListedNotice[]) {
  const first = new Map(listed.flatMap((one) => (one.finding.genuine ? [[one.finding.genuine.key, one]] : [])))
  return new Map(
    [...first].map(([key, { finding, params }], n) => [
      key,
      genuineOf({ ...finding, picture: null }, params.recordId, `genuine-${n + 1}`)!,
    ]),
  )
}

/** How many bytes of messages an email about several addresses has attached; the others are described. */
const largestMessages = 1024 * 1024

/** The messages that lead to the addresses, as attachments, by the number of the address. */
function messagesOfAll(listed: readonly ListedNotice[]): AttachedMessage[][] {
  let used = largestEvidence - largestMessages
  return listed.map(({ finding }, n) => {
    const leading = attachedMessages(finding, { name: `message-${n + 1}`, usedBytes: used })
    used += leading.reduce((sum, { message }) => sum + message.bytes, 0)
    return leading
  })
}

type Genuine = ReturnType<typeof genuineOfAll>
const genuineIn = ({ finding }: ListedNotice, all: Genuine) => finding.genuine && all.get(finding.genuine.key)

/** How many earlier notices about an address are stated, the last ones. */
const statedEarlier = 3

/** An address as code, and below it what is known of it, with the notices that were sent before. */
function linesOf(
  { finding, params, reportName }: ListedNotice,
  {
    n,
    picture,
    genuine,
    leading,
  }: {
    n: number
    picture: ReturnType<typeof pictureAt>
    genuine: ReturnType<typeof genuineIn> | undefined
    leading: readonly AttachedMessage[]
  },
): Lines {
  const { url, domain, reason, seen, earlier, purchase } = finding
  const address = url || domain || ''
  const name = nameFor(finding, params.desk)
  const mark = namedMark(finding)
  const { ipAddress, hosting, registrar, sender } = params
  const facts = [
    name && name !== address && `domain name ${name}`,
    shownAs(hostOf(finding)) && `${messages.shownAs.toLowerCase()} ${shownAs(hostOf(finding))}`,
    ipAddress && `IP address ${ipAddress}`,
    hosting && `host ${hosting}`,
    registrar && `registrar ${registrar}`,
    seen && `last seen ${momentIn(seen.at, sender.zone)}${seen.by === 'visit' ? '' : ', when its picture was stored'}`,
    seen?.leadsTo && `leads to ${seen.leadsTo}`,
    reason,
    purchase && `${messages.testPurchaseLabel.toLowerCase()} ${purchaseLine(purchase)}`,
    mark && `mark ${mark.name}`,
    pictureLine(finding, picture),
    genuine && messages.list.genuine(genuine.label, genuine.fileName),
    ...finding.messages.map((one) => {
      const fileName = leading.find(({ message }) => message === one)?.fileName
      return `${messages.message.label.toLowerCase()}: ${messageLine(one, sender.zone, fileName)}`
    }),
    reportName && `report ${reportName}`,
    `reference ${shortReference(params.recordId)}`,
  ].filter(Boolean)
  return [
    { label: String(n + 1), code: onOneLine(address) },
    onOneLine(facts.join('; ')),
    ...earlier.slice(-statedEarlier).map((one) => onOneLine(messages.list.earlier(earlierLine(one, sender.zone)))),
  ]
}

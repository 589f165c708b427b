import { isIP } from 'node:net'
import type { StoredDocument } from '#features/enforcement-config/server/stored-document.ts'
import {
  brandOf,
  composeNotice,
  endedOnce,
  fillHarmText,
  type Notice,
  noticeValues,
  onOneLine,
} from '#features/enforcement-config/server/compose-notice.ts'
import { placeholders, type Placeholder } from '#features/enforcement-config/contract.ts'
import { messages } from '#features/notices/messages.ts'
import type { Desk } from '#features/notices/rules.ts'
import type { StoredAttachment } from '#kit/server/mail.ts'
import type { FindingPlatformDefinition } from '#platforms/platform.ts'
import type { Day } from '#vocabulary/dates.ts'
import { sizeText } from '#vocabulary/numbers.ts'
import { harmOfCode } from '#vocabulary/harm-texts.ts'
import { markLine, statedMark } from './choose-mark.ts'
import { largestEvidence, type Sender } from './compose-report.ts'
import { type ExaminedCase, hostOf, nameFor, outsidePicture, shownAs } from './examine.ts'
import { attachedMessages, messageSections } from './message-parts.ts'
import { momentIn } from './moment-in.ts'
import { namedMark, namedWorks } from './named-rights.ts'
import type { EarlierNotice, StoredPicture } from './queries.ts'
import { htmlOf, type Section, textOf } from './render-email.ts'
import { problemOf } from './problem-of.ts'
import { purchaseLine } from './test-purchase.ts'
import { dnsAbuseText, statementsOf } from './statements.ts'

/** What an email is composed from, besides the finding. */
export type EmailParams = {
  platform: FindingPlatformDefinition
  desk: Desk
  sender: Sender
  /** The record's id, which the report and our reference have too. */
  recordId: string
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
  date: Day
  /** The configured text of the company, with its placeholders, and the values of those that only this text has. */
  lines: readonly string[]
  more?: Readonly<Record<string, string>> | undefined
  attachments: readonly StoredDocument[]
  /** The first notice about the finding, whose reference the emails after it keep. */
  follows?: string | undefined
  /** The text is for a desk's web form: there is no record yet, no email to reply to and no report with it. */
  isByForm?: boolean | undefined
}

/** An email about one finding; `hasReport`: a report goes with it, because the finding has all that one must state. */
export type SingleEmailParams = EmailParams & { hasReport: boolean }

/** A whole notice; `blank` are placeholders of the configured text that had no value. */
export type NoticeEmail = {
  subject: string
  text: string
  html: string
  attachments: StoredAttachment[]
  blank: Placeholder[]
}

/**
 * The email of a notice: what is wrong, where, what is asked and by when; the configured text; the facts; the picture;
 * statements and signature; earlier notices. The text part is complete by itself. Pure.
 */
export function composeEmail(finding: ExaminedCase, params: SingleEmailParams): NoticeEmail {
  const harm = harmOfCode(finding.reasonCode)
  const values = valuesOf(finding, params)
  const filled = (text: string) => fillHarmText(text, values)
  const headline = filled(harm.headline)
  const problem = problemOf(finding, values)
  const known = [...placeholders, ...Object.keys(params.more ?? {})] as Placeholder[]
  const configured: Notice = composeNotice(params.lines, { ...values, ...params.more }, known)
  const picture = pictureOf(finding, params.recordId)
  const genuine = genuineOf(finding, params.recordId)
  const archive = archiveOf(finding)
  const files = [picture && finding.picture, genuine && finding.genuine, archive && finding.archive]
  const leading = attachedMessages(finding, { name: 'message', usedBytes: sumOf(files) })
  const request = params.desk === 'registrar' ? harm.registrarRequest : harm.request
  const sections: Section[] = [
    {
      spaced: true,
      lines: [
        onOneLine(endedOnce(`${headline}. ${problem}`)),
        { label: 'Address', code: values.url },
        `${filled(request)}, and ${params.isByForm ? 'answer' : 'reply to this email'} within ${harm.within}.`,
      ],
    },
    ...(configured.text.trim() === '' ? [] : [{ lines: configured.text.split('\n') }]),
    { title: 'Facts', facts: factsOf(finding, params, { picture, genuine, archive }) },
    // The files are not part of a web form.
    ...(params.isByForm ? [] : pictureSection(picture, genuine)),
    ...messageSections(leading, { zone: params.sender.zone, areAttached: !params.isByForm }),
    ...statementsOf(harm, finding, params),
    ...earlierSection(finding.earlier, params.sender.zone),
  ]
  return {
    subject: `${configured.subject}: ${headline}${params.isByForm ? '' : ` [BK ${shortReference(referenceOf(params))}]`}`,
    text: textOf(sections),
    html: htmlOf(sections),
    attachments: [
      ...params.attachments.map(plainAttachment),
      ...[picture, genuine, archive, ...leading].flatMap((one) => (one ? [one.attachment] : [])),
    ],
    blank: configured.missing,
  }
}

/** The bytes of those files that an email has. */
const sumOf = (files: readonly ({ bytes: number } | null | undefined)[]): number =>
  files.reduce((sum, one) => sum + (one?.bytes ?? 0), 0)

/** The end of a record's id: enough to find it again, and no ticket number of a desk looks like it. */
export const shortReference = (recordId: string): string => recordId.replaceAll('-', '').slice(-8)

const referenceOf = ({ follows, recordId }: EmailParams): string => follows ?? recordId

/** A document of a configuration as an attachment. */
export const plainAttachment = ({ fileName, bucket, key }: StoredDocument): StoredAttachment => ({
  fileName,
  bucket,
  key,
})

function valuesOf(finding: ExaminedCase, params: EmailParams) {
  const { platform, sender, registrar, ipAddress, hosting, date } = params
  const { company, brand, url, domain, mark, seen } = finding
  return noticeValues({
    platform: platform.value,
    company,
    brand,
    url,
    domain,
    registeredName: nameFor(finding, params.desk),
    registrar,
    ipAddress,
    hosting,
    date,
    stated: {
      ...statedMark(finding),
      markNumber: mark?.number ?? '',
      harm: harmOfCode(finding.reasonCode).name,
      seenAt: seen ? momentIn(seen.at, sender.zone) : '',
      reference: params.isByForm ? '' : referenceOf(params),
    },
  })
}

/** The stored picture as an attachment that the HTML part shows; undefined without one, or above 5 MB. */
export function pictureOf({ picture }: ExaminedCase, recordId: string, name = 'picture') {
  return picture && picture.bytes <= largestEvidence && !picture.isDescribed
    ? shownAttachment(picture, recordId, name)
    : undefined
}

/** The picture in words: the attachment, a stored one that is too large for it, or one elsewhere by its address; undefined without one. */
export function pictureFact(finding: ExaminedCase, shown: { fileName: string } | undefined) {
  const { picture } = finding
  const { label, file, reduced, described } = messages.picture
  const outside = outsidePicture(finding)
  if (outside !== undefined) return { label, code: outside }
  if (!picture) return undefined
  if (!shown) return { label, text: described(picture.sha256, sizeText(picture.bytes)) }
  return {
    label,
    text: `${file(shown.fileName, picture.sha256)}${picture.reducedFrom ? reduced(picture.reducedFrom) : ''}`,
  }
}

/** The picture of the genuine article likewise; undefined without one, or if it and the found one are above 5 MB together. */
export function genuineOf({ picture, genuine }: ExaminedCase, recordId: string, name = 'genuine') {
  if (!genuine || genuine.bytes + (picture?.bytes ?? 0) > largestEvidence) return undefined
  return { ...shownAttachment(genuine, recordId, name), label: genuine.label }
}

function shownAttachment({ bucket, key, mediaType, sha256 }: StoredPicture, recordId: string, name: string) {
  const fileName = `${name}.${mediaType === 'image/jpeg' ? 'jpg' : (/^image\/(\w+)/.exec(mediaType)?.[1] ?? 'bin')}`
  const cid = `${name}.${recordId}@notice`
  return { cid, fileName, sha256, attachment: { fileName, bucket, key, cid } satisfies StoredAttachment }
}

/** The found picture; beside it the genuine article where there is one. */
function pictureSection(picture: ReturnType<typeof pictureOf>, genuine: ReturnType<typeof genuineOf>): Section[] {
  const { foundCaption, genuineCaption, genuineArticle, sideBySide } = messages.pictures
  if (!genuine) return picture ? [{ title: 'Picture', picture }] : []
  const found = picture ? [{ ...picture, caption: foundCaption }] : []
  const caption = genuineCaption(onOneLine(genuine.label))
  return [{ title: picture ? sideBySide : genuineArticle, pictures: [...found, { ...genuine, caption }] }]
}

/** The stored page as an attachment; undefined without one, or if it and the pictures are above 5 MB together. */
function archiveOf({ archive, picture, genuine }: ExaminedCase) {
  if (!archive || archive.bytes + (picture?.bytes ?? 0) + (genuine?.bytes ?? 0) > largestEvidence) return undefined
  const { bucket, key, sha256 } = archive
  const fileName = 'page.wacz'
  return { fileName, sha256, attachment: { fileName, bucket, key } satisfies StoredAttachment }
}

type Evidence = { fileName: string; sha256: string } | undefined
type Fact = Extract<Section, { facts: unknown }>['facts'][number]

function factsOf(
  finding: ExaminedCase,
  params: SingleEmailParams,
  { picture, genuine, archive }: { picture: Evidence; genuine: ReturnType<typeof genuineOf>; archive: Evidence },
): Fact[] {
  const { desk, registrar, ipAddress, hosting, sender, attachments } = params
  const { seen, ownSite, company } = finding
  const mark = namedMark(finding)
  const harm = harmOfCode(finding.reasonCode)
  const [host, name] = [hostOf(finding), nameFor(finding, desk)]
  const seenText =
    seen &&
    `${momentIn(seen.at, sender.zone)}, ${seen.by === 'visit' ? visited(sender) : 'when its picture was stored'}`
  const files = params.isByForm ? messages.onRequest : ''
  const pictureText = pictureFact(finding, picture)
  const facts: (Fact | false | null | undefined | '')[] = [
    finding.url && { label: 'Exact address', code: finding.url },
    name && isIP(name) === 0 && { label: 'Domain name', code: name },
    host && host !== name && { label: 'Host name', code: host },
    ipAddress && { label: 'IP address', code: ipAddress },
    hosting && { label: 'Host', text: hosting },
    registrar && { label: 'Registrar', text: registrar },
    finding.registrationDate && { label: 'Registered on', text: finding.registrationDate },
    seenText && { label: 'Last seen', text: seenText },
    seen?.leadsTo && { label: 'Leads to', code: seen.leadsTo },
    finding.reason && { label: 'What was found', text: finding.reason },
    harm.dnsAbuse !== null && desk !== 'host' && { label: 'DNS abuse', text: dnsAbuseText(harm.dnsAbuse, [name]) },
    finding.purchase && { label: messages.testPurchaseLabel, text: purchaseLine(finding.purchase) },
    shownAs(host) && { label: messages.shownAs, text: shownAs(host)! },
    { label: messages.brandLabel(harm), text: brandOf(finding.brand, company) },
    ownSite && { label: 'Genuine site', code: ownSite },
    mark && { label: 'Trademark', text: markLine(mark, company) },
    mark?.link && { label: 'Register', code: mark.link },
    ...namedWorks(finding).flatMap(({ title, link }): Fact[] => [
      { label: 'Original work', text: title },
      { label: 'Published at', code: link },
    ]),
    attachments.length > 0 && {
      label: 'Documents',
      text: attachments.map(({ fileName }) => fileName).join(', ') + files,
    },
    pictureText && (picture ? { ...pictureText, text: `${pictureText.text}${files}` } : pictureText),
    genuine && {
      label: messages.pictures.genuineArticle,
      text: `${genuine.label}, ${genuine.fileName}, SHA-256 ${genuine.sha256}${files}`,
    },
    archive && { label: 'Page', text: `${archive.fileName} (a WACZ web archive), SHA-256 ${archive.sha256}${files}` },
    params.hasReport && !params.isByForm && { label: 'Machine-readable', text: 'xarf.json, an XARF 4.2 report' },
    !params.isByForm && { label: 'Our reference', code: referenceOf(params) },
  ]
  return facts.flatMap((fact): Fact[] => {
    if (!fact) return []
    const { label } = fact
    return ['code' in fact ? { label, code: onOneLine(fact.code) } : { label, text: onOneLine(fact.text) }]
  })
}

/** How the page was reached: one that shows itself to some visitors only is not found otherwise (RAA 3.18, actionable). */
const visited = (sender: Sender): string => `when we visited the address${visitedHow(sender)}`

/** From where, as what and without what addresses are visited; begins with a space or a comma. */
export const visitedHow = ({ visitsFrom, visitsAs }: Sender): string =>
  `${visitsFrom ? ` from ${visitsFrom}` : ''}${visitsAs ? ` with the user agent "${visitsAs}"` : ''}, without cookies`

const answered = {
  reply: 'answered',
  automatic: 'receipt confirmed automatically',
  report: 'answered',
  bounce: 'not delivered',
} as const

function earlierSection(earlier: readonly EarlierNotice[], zone: string): Section[] {
  if (earlier.length === 0) return []
  return [{ title: 'Earlier notices about this address', lines: earlier.map((one) => earlierLine(one, zone)) }]
}

/** An earlier notice: when and to whom it was sent, and what was answered. */
export function earlierLine({ at, to, form, answer }: EarlierNotice, zone: string): string {
  if (form) return `${momentIn(at, zone)} to ${to} ${messages.byForm(form.ticket)}`
  const outcome = answer ? outcomeOf(answer, zone) : 'no answer so far'
  return `${momentIn(at, zone)} to ${to}: ${outcome}`
}

/** What became of an earlier notice: the words of a person are quoted, so that the desk need not ask for them. */
function outcomeOf({ kind, at, ticket, excerpt }: NonNullable<EarlierNotice['answer']>, zone: string): string {
  const facts = [`${answered[kind]} on ${momentIn(at, zone)}`, ticket && `ticket ${ticket}`].filter(Boolean).join(', ')
  return excerpt ? `${facts}: “${onOneLine(excerpt)}”` : facts
}

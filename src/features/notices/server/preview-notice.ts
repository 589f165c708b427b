import { inForceOn } from '#features/enforcement-config/server/stored-document.ts'
import { configurationFor } from '#features/enforcement-config/server/configuration-for.ts'
import type { NoticePreview } from '#features/notices/contract.ts'
import type { Scope } from '#features/findings/server/visible.ts'
import { wordingFor } from '#features/notices/rules.ts'
import type { Db } from '#kit/server/db.ts'
import { linksFor } from '#kit/server/files.ts'
import type { StoredAttachment } from '#kit/server/mail.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { type FindingPlatformDefinition, reportedAddress } from '#platforms/platform.ts'
import { today } from '#vocabulary/dates.ts'
import { harmOf, harms } from '#vocabulary/harm-kinds.ts'
import { groupKeyOf } from '#vocabulary/harm-texts.ts'
import { mediaTypeOf } from '#vocabulary/media-types.ts'
import type { Role } from '#vocabulary/roles.ts'
import { composeEmail } from './compose-email.ts'
import { senderOf } from './compose-report.ts'
import { composeListEmail } from './compose-list-email.ts'
import { type Addressed, desksOf, type KnownDesk, type Recipient } from './desk-of.ts'
import { examine, lackingOf, summary } from './examine.ts'
import { withMailPictures } from './mail-pictures.ts'
import { reportOf, withBoundedPictures } from './prepare-notices.ts'

/** The finding and the recipient of a notice that might be sent; `abuseEmail` is blank while none is chosen. */
export type PreviewNoticeParams = {
  platform: FindingPlatformDefinition
  scope: Scope
  /** The role of the person who would send it, which decides whether an override is possible. */
  role: Role
  /** For whom the links to its attachments are. */
  userId: string
  findingId: string
  /** Further findings of one email; those of another brand or kind of harm would go by themselves and are left out. */
  listedIds?: readonly string[] | undefined
  abuseEmail: string
  /** The desk that gets it, where that is known; else it is judged by the address. */
  recipient?: Recipient | undefined
  /** What is copied into that desk's web form, not an email. */
  isByForm?: boolean | undefined
  /** Whose address it is, as the person said who typed it. */
  deskKind?: 'registrar' | 'host' | undefined
  registrar: string | null
  ipAddress: string | null
  hosting: string | null
}

/** The id in a preview; the real one is given when the notice is sent. */
const previewId = '00000000-0000-7000-8000-000000000000'

/**
 * What would be sent about a finding to a recipient, and what the check before sending says. Nothing is sent, and nothing
 * but the smaller copies of large pictures is stored.
 * Undefined for a finding that is not in scope.
 */
export async function previewNotice(
  app: AppContext,
  db: Db,
  params: PreviewNoticeParams,
): Promise<NoticePreview | undefined> {
  const { platform, scope, findingId, abuseEmail } = params
  const sender = senderOf(app.settings)
  const day = today(sender.zone)
  const { files } = app
  const [seen] = await withMailPictures(db, files, await examine(db, platform, { scope, ids: [findingId], day }))
  if (!seen) return undefined
  const addressed: Addressed = { ...params, address: reportedAddress(platform, seen) }
  const [known] = await desksOf(db, [addressed])
  const desk = params.recipient ? wordingFor[params.recipient.kind] : known!.desk
  const finding = { ...seen, lacking: lackingOf(seen, seen.lacking.includes('whitelisted'), desk) }
  const configuration = await configurationFor(db, {
    companyId: seen.companyId,
    brandId: seen.brandId,
    platform: platform.value,
  })
  const notice = { ...params, recordId: previewId }
  const report = await reportOf(finding, { sender, desk }, notice)
  const emailParams = {
    ...notice,
    desk,
    sender,
    date: day,
    lines: configuration?.mailBody ?? [],
    attachments: (configuration?.attachments ?? []).filter(inForceOn(day)),
  }
  const others = (await examine(db, platform, { scope, ids: params.listedIds ?? [], day })).filter(
    (one) => one.brandId === seen.brandId && groupKeyOf(one.reasonCode) === groupKeyOf(seen.reasonCode),
  )
  const mailable = withBoundedPictures([finding, ...(await withMailPictures(db, files, others))])
  const listed = await Promise.all(
    mailable.map(async (one, n) => ({
      finding: one,
      params: emailParams,
      reportName: (await reportOf(one, emailParams, notice)) && `xarf-${n + 1}.json`,
    })),
  )
  const email =
    others.length === 0
      ? composeEmail(finding, { ...emailParams, hasReport: report !== undefined })
      : composeListEmail(listed)
  const missing = summary(platform, [finding])
  const linkTo = linksFor(app.settings.signingSecret, params)
  const linkOf = ({ bucket, key }: StoredAttachment) => linkTo(bucket, key)
  return {
    recipient: abuseEmail,
    desk,
    recipientSource: sourceOf(known!),
    harm: harmOf(seen.reasonCode),
    harmName: harms[harmOf(seen.reasonCode)].name,
    subject: email.subject,
    text: email.text,
    html: withPictures(email.html, email.attachments, linkOf),
    attachments: [...email.attachments, ...(report ? [report] : [])].map((one) => ({
      fileName: one.fileName,
      mediaType: mediaTypeOf(one.fileName),
      url: 'key' in one ? linkOf(one) : null,
    })),
    xarf: report?.text ?? null,
    gate: { missing, mayOverride: params.role === 'Admin' && missing.every(({ isFinal }) => !isFinal) },
    blank: email.blank,
  }
}

const sourceOf = ({ facts }: KnownDesk): NoticePreview['recipientSource'] =>
  facts ? { name: facts.name, from: facts.from, at: facts.at } : { name: '', from: 'typed', at: null }

/** Pictures of the email by their links: a browser cannot resolve the parts of an email. */
function withPictures(
  html: string,
  attachments: readonly StoredAttachment[],
  linkOf: (one: StoredAttachment) => string,
): string {
  return attachments.reduce(
    (shown, one) => (one.cid ? shown.replaceAll(`cid:${one.cid}`, linkOf(one).replaceAll('&', '&amp;')) : shown),
    html,
  )
}

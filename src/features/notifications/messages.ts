import { escapeHtml } from '#vocabulary/escape-html.ts'
import { countText } from '#vocabulary/numbers.ts'
import { shorten } from '#vocabulary/truncate.ts'
import { onlyAllowedTags } from './rules.ts'

type NoticeDetails = { platform: string; brandName: string; count: number; title?: string | undefined }

/** Notice text: new findings await the client's decision. One is named by its address (`title`) while it is stored. */
export function addedText({ platform, brandName, count, title }: NoticeDetails): string {
  const one = title === undefined ? '<b>1</b> new finding' : `The new finding <b>${nameOf(title)}</b>`
  const findings = count === 1 ? one : `<b>${countText(count)}</b> new findings`
  return onlyAllowedTags(
    `${findings} ${whereFound(platform, brandName)} ${count === 1 ? 'awaits' : 'await'} your approval.`,
  )
}

/** Notice text: findings reached a status the client should see. One is named by its address (`title`). */
export function statusText({ platform, brandName, count, title, status }: NoticeDetails & { status: string }): string {
  const one = title === undefined ? 'A finding' : `The finding <b>${nameOf(title)}</b>`
  const findings = count === 1 ? one : `<b>${countText(count)}</b> findings`
  return onlyAllowedTags(
    `${findings} ${whereFound(platform, brandName)} ${count === 1 ? 'is' : 'are'} now <i>${escapeHtml(status)}</i>.`,
  )
}

/** Notice text for staff: enforcement emails did not leave. One is named by its finding's address (`title`). */
export function withheldText({
  platform,
  brandName,
  count,
  title,
  reason,
}: NoticeDetails & { reason: string }): string {
  const one = title === undefined ? 'An enforcement email' : `The enforcement email about <b>${nameOf(title)}</b>`
  const emails = count === 1 ? one : `The enforcement emails about <b>${countText(count)}</b> findings`
  return onlyAllowedTags(
    `${emails} ${whereFound(platform, brandName)} ${count === 1 ? 'was' : 'were'} not sent: ${escapeHtml(reason)}.`,
  )
}

const whereFound = (platform: string, brandName: string): string =>
  `on <b>${escapeHtml(platform)}</b> for <b>${escapeHtml(brandName)}</b>`

/** As many characters of an address are in the bell. */
const titleLength = 140
const nameOf = (title: string): string => escapeHtml(shorten(title, titleLength))

export const notificationsSeen = 'Notifications updated successfully'
export const tooManyStreams = 'Live events are already open in ten other pages of this account.'

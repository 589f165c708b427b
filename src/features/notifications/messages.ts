import { escapeHtml } from '#vocabulary/escape-html.ts'
import { countText } from '#vocabulary/numbers.ts'
import { onlyAllowedTags } from './rules.ts'

/** Notice text: new findings await the client's decision. */
export function addedText(params: { count: number; platform: string; brandName: string }): string {
  const findings = params.count === 1 ? 'new finding' : 'new findings'
  return onlyAllowedTags(
    `<b>${countText(params.count)}</b> ${findings} on <b>${escapeHtml(params.platform)}</b> for <b>${escapeHtml(params.brandName)}</b> ${params.count === 1 ? 'awaits' : 'await'} your approval.`,
  )
}

/** Notice text: findings reached a status the client should see. */
export function statusText(params: { status: string; platform: string; brandName: string; count?: number }): string {
  const { count = 1 } = params
  const findings = count === 1 ? 'A finding' : `<b>${countText(count)}</b> findings`
  return onlyAllowedTags(
    `${findings} on <b>${escapeHtml(params.platform)}</b> for <b>${escapeHtml(params.brandName)}</b> ${count === 1 ? 'is' : 'are'} now <i>${escapeHtml(params.status)}</i>.`,
  )
}

export const notificationsSeen = 'Notifications updated successfully'
export const tooManyStreams = 'Live events are already open in ten other pages of this account.'

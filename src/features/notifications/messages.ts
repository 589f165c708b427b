/** The HTML of a notice: b, i and br without attributes (G53). Other tags are removed, their content stays as text. */
export function onlyAllowedTags(html: string): string {
  return html
    .replace(/<!--[\s\S]*?(-->|$)/g, '')
    .replace(/<(?!\/?[bi]>|br\s*\/?>)\/?[a-z!?][^<>]*(>|$)/gi, '')
    .replace(/<(?!\/?[bi]>|br\s*\/?>)/gi, '&lt;')
}

/** Escapes a name for use inside a notice. */
const plain = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Notice text: new findings await the client's decision. */
export function addedText(of: { count: number; platform: string; brandName: string }): string {
  const findings = of.count === 1 ? 'new finding' : 'new findings'
  return onlyAllowedTags(
    `<b>${of.count}</b> ${findings} on <b>${plain(of.platform)}</b> for <b>${plain(of.brandName)}</b> ${of.count === 1 ? 'awaits' : 'await'} your approval.`,
  )
}

/** Notice text: findings reached a status the client should see. */
export function statusText(of: { status: string; platform: string; brandName: string; count?: number }): string {
  const { count = 1 } = of
  const findings = count === 1 ? 'A finding' : `<b>${count}</b> findings`
  return onlyAllowedTags(
    `${findings} on <b>${plain(of.platform)}</b> for <b>${plain(of.brandName)}</b> ${count === 1 ? 'is' : 'are'} now <i>${plain(of.status)}</i>.`,
  )
}

/** The `model` of notices about next steps, which go to staff. */
export const nextStepsModel = 'NextSteps'

export const notificationsSeen = 'Notifications updated successfully'

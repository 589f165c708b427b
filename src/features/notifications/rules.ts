/** The HTML of a notice: b, i and br without attributes (G53). Other tags are removed, their content stays as text. */
export function onlyAllowedTags(html: string): string {
  return html
    .replace(/<!--[\s\S]*?(-->|$)/g, '')
    .replace(/<(?!\/?[bi]>|br\s*\/?>)\/?[a-z!?][^<>]*(>|$)/gi, '')
    .replace(/<(?!\/?[bi]>|br\s*\/?>)/gi, '&lt;')
}

/** The `model` of notices about next steps, which go to staff. */
export const nextStepsModel = 'NextSteps'

/** The `model` of notices about hosts that answers name, which go to staff. */
export const hostsModel = 'NamedHosts'

/** The `model` of notices about enforcement emails that were not sent, which go to staff. */
export const withheldModel = 'WithheldNotices'

/** The `model` of notices about assigned work. */
export const workModel = 'Work'

/** The `model` of notices about messages in threads. */
export const activityModel = 'Activity'

/** The `model` of notices about drafts of Staging, which go to staff. */
export const draftsModel = 'Drafts'
/** The `model` of notices about look-alike domains that have changed, which go to staff. */
export const searchedDomainsModel = 'SearchedDomains'

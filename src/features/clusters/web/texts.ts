import type { Cluster, SimilarCount } from '#features/clusters/contract.ts'
import type { ClusterEventType, ValueKind } from '#features/clusters/rules.ts'
import { showDay } from '#vocabulary/dates.ts'
import { counted, countText } from '#vocabulary/numbers.ts'

type Others = Pick<SimilarCount, 'others' | 'inCluster' | 'clusters' | 'isExact'>

/** What two findings share, as the beginning of a sentence: Same phone +91 98… */
const sameNames: Readonly<Record<ValueKind, string>> = {
  joined: 'Joined by',
  seller: 'Same seller',
  store: 'Same store',
  phone: 'Same phone',
  email: 'Same e-mail',
  registrant: 'Same registrant',
  address: 'Same address',
  picture: 'Same or nearly the same picture',
  template: 'Same page template',
  host: 'Same host',
  reason: 'Same reason',
}

/** Texts of the screens of clusters. */
export const texts = {
  title: 'Clusters',
  one: 'Cluster',
  notFound: 'This cluster was not found',
  notFoundHint: 'It no longer exists, or none of its findings are among those that you may see.',
  all: 'All clusters',
  empty: 'No clusters yet',
  emptyHint:
    'Findings that share a seller, a phone number, a picture, a host or, once their pages were visited, a page template appear here within seconds.',
  alike: 'Similar findings',
  nAlike: (n: number) => `${countText(n)} similar`,
  atLeast: (n: number, isExact: boolean) => `${countText(n)}${isExact ? '' : '+'}`,
  similar: 'similar',
  othersInClusters: ({ others, inCluster, clusters, isExact }: Others) => {
    const all = `${countText(others)}${isExact ? '' : '+'} similar ${others === 1 && isExact ? 'finding' : 'findings'}`
    if (clusters === 1) return `${all} in the same cluster`
    return `${all} in ${countText(clusters)} clusters, ${countText(inCluster)} of them in the one this opens`
  },
  noneAlike: 'No other finding shares a seller, picture, host or page template with this one.',
  openOf: (open: number, all: number) => `${countText(open)} open of ${counted(all, 'finding')}`,
  brands: (n: number) => counted(n, 'brand'),
  seen: (first: string, last: string) => (first === last ? `seen on ${first}` : `seen from ${first} to ${last}`),
  shared: 'What they share',
  moreValues: (n: number) => `${countText(n)} more`,
  /** What a template is known by, where the kind stands beside it. */
  asOn: (host: string) => (host ? `as on ${host}` : ''),
  hit: 'Brands',
  statuses: 'Statuses',
  members: 'Findings',
  history: 'History',
  putBack: (outside: number, all: number) => (outside === all ? 'Put back' : `Put back ${counted(outside, 'finding')}`),
  noHistory: 'Nobody has changed this cluster.',
  elsewhere: 'In other companies',
  openColumn: 'Open',
  openBeside: (what: string) => `Open ${what} beside the list`,
  select: (what: string) => `Select ${what}`,
  selectAll: 'Select all on this page',
  selected: (values: number, members: number) =>
    [values > 0 ? counted(values, 'value') : '', members > 0 ? counted(members, 'finding') : '']
      .filter(Boolean)
      .join(', ') + ' selected',
  part: 'Remove',
  partTitle: 'Remove from the cluster',
  partValues:
    'A value that is removed no longer links findings. Findings that nothing else links become clusters of their own.',
  partFindings: 'Findings that are removed no longer belong to this cluster.',
  join: 'Join',
  joinTitle: 'Join another cluster',
  joinHint: 'The other cluster becomes part of this one.',
  other: 'Cluster of the same company',
  note: 'Reason',
  decide: 'Set status',
  decideFor: (n: number) => `Set status of ${counted(n, 'finding')}`,
  decideQuestion: (n: number, status: string) => `Set ${counted(n, 'finding')} to ${status}?`,
  decideText: 'Every open finding of this cluster that you may decide on gets this status.',
  undo: 'Undo',
  updated: (n: number, leftOut: number) =>
    leftOut === 0
      ? `${counted(n, 'finding')} updated.`
      : `${counted(n, 'finding')} updated. ${counted(leftOut, 'finding')} had changed in the meantime and stayed as they were.`,
  cancel: 'Cancel',
  picture: 'Picture',
} as const

/** Names of kinds in lists and filters. */
export const kindNames: Readonly<Record<ValueKind, string>> = {
  joined: 'Joined by a person',
  seller: 'Seller',
  store: 'Store',
  phone: 'Phone',
  email: 'E-mail',
  registrant: 'Registrant',
  address: 'Address',
  picture: 'Picture',
  template: 'Page template',
  host: 'Host',
  reason: 'Reason',
}

/** Why a finding belongs to a cluster: Same phone +91 98200 11111, or Same page template as shop.example. */
export const linkText = ({ kind, text }: { kind: ValueKind; text: string }): string =>
  (kind === 'template' && text ? `${sameNames.template} as ${text}` : `${sameNames[kind]} ${text}`).trim()

/** The name of a cluster: of a picture by the brand and the seller of a finding with it, of a template by such a site. */
export function clusterName({ kind, name }: { kind: ValueKind; name: string }): string {
  if (kind === 'template' && name) return `Page template of ${name}`
  if (kind === 'picture' && name) return `Picture of ${name}`
  return kind === 'joined' ? `${kindNames.joined}: ${name}` : name || sameNames[kind]
}

/** A cluster in a choice: several of one company may have the same name. */
export function clusterChoice(cluster: Cluster): string {
  const { open, findings: all, brands, firstSeen, lastSeen } = cluster
  const seen = texts.seen(showDay(firstSeen), showDay(lastSeen))
  return `${clusterName(cluster)}: ${texts.openOf(open, all)}, ${texts.brands(brands)}, ${seen}`
}

const eventNames: Readonly<Record<ClusterEventType, string>> = {
  joined: 'Joined',
  'joined-alike': 'Joined automatically',
  'parted-value': 'Removed',
  'parted-findings': 'Findings removed',
  'put-back': 'Findings put back',
  'split-off': 'Split off',
  decided: 'Status set',
}

/** An event of the history as one line. */
export function eventLine(event: {
  type: ClusterEventType
  what: string
  findings: number
  by: string | null
  note: string
}): string {
  const { type, what, findings: n, by, note } = event
  const subject = [what, n > 0 ? counted(n, 'finding') : ''].filter(Boolean).join(', ')
  return [subject ? `${eventNames[type]}: ${subject}` : eventNames[type], by ? `by ${by}` : '', note]
    .filter(Boolean)
    .join(' · ')
}

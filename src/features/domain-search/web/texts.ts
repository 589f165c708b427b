import type { FeedKind } from '#features/domain-search/contract-schemas.ts'
import { maxKeywords, type RunState } from '#features/domain-search/rules.ts'
import { counted, countText } from '#vocabulary/numbers.ts'

/** What Schedule Domain Search says. */
export const scheduleTexts = {
  title: 'Schedule Domain Search',
  list: 'Schedules',
  add: 'Schedule new keywords',
  save: 'Save Schedule',
  none: 'No domain searches yet',
  noneHint: 'Schedule the keywords of a brand. They are searched at once and then every day at 02:00.',
  keywords: 'Keywords',
  keywordsHint: `One per line: a name like “acme bank” or a domain like “acme.com”. At most ${countText(maxKeywords)}.`,
  keywordCount: (n: number) => counted(n, 'keyword'),
  tooMany: (n: number) => `${counted(n, 'keyword')}: ${countText(maxKeywords)} at most`,
  file: 'Upload txt file',
  wrongFile: 'Please upload a txt file',
  unreadableFile: 'can not read uploaded txt file',
  oops: 'Oops...',
  close: 'Close',
  leave: {
    title: 'Leave without saving?',
    text: 'Your unsaved keywords will be lost.',
    yes: 'Discard',
    no: 'Keep editing',
    dangerous: true,
  },
  removeKeyword: (keyword: string) => `Remove keyword ${keyword}`,
  keywordRemoval: (keyword: string) => ({
    title: `Remove “${keyword}”?`,
    text: 'It is no longer searched. The domains it has found stay.',
    yes: 'Remove',
    dangerous: true,
  }),
  run: 'Run now',
  stop: 'Stop',
  never: 'Never',
  runs: 'Runs',
  noRuns: 'It has not been run yet.',
  state: {
    Waiting: 'Waiting',
    Running: 'Running',
    Completed: 'Completed',
    Failed: 'Failed',
    Stopped: 'Stopped',
  } satisfies Record<RunState, string>,
  heads: {
    when: 'Started',
    state: 'State',
    made: 'Generated',
    inFeeds: 'In feeds',
    known: 'Already known',
    lookedUp: 'Looked up',
    registered: 'Registered',
    absent: 'Not in DNS',
    throttled: 'Throttled',
    unknown: 'Unknown',
    found: 'New look-alikes',
  },
  daily: 'Daily run',
  ofChosen: (lookedUp: number, chosen: number) =>
    lookedUp === chosen ? countText(lookedUp) : `${countText(lookedUp)} of ${countText(chosen)}`,
  wildcards: (n: number) =>
    `${counted(n, 'name was', 'names were')} answered only by a wildcard of the top-level domain.`,
} as const

/** Colours of the states, shown next to their names. */
export const stateColours: Readonly<Record<RunState, string>> = {
  Waiting: '#757575',
  Running: '#1565c0',
  Completed: '#2e7d32',
  Failed: '#c62828',
  Stopped: '#757575',
}

/** What Searched Domains says. */
export const searchedTexts = {
  title: 'Searched Domains',
  search: 'Search domains',
  date: 'Date',
  view: 'View',
  grid: 'Grid',
  list: 'List',
  none: 'No look-alikes to decide on',
  noneHint: 'New look-alikes appear here after the next search. Admins schedule searches on Schedule Domain Search.',
  noMatch: 'Nothing found',
  noMatchHint: 'No searched domains match these filters.',
  clear: 'Clear filters',
  high: 'High-priority infringement',
  low: 'Low-priority infringement',
  ignore: 'Ignore',
  short: { high: 'High', low: 'Low', ignore: 'Ignore' },
  decidedAs: { high: 'High priority', low: 'Low priority', ignore: 'Ignored' },
  decidedBy: (name: string | null, moment: string) => (name === null ? moment : `by ${name}, ${moment}`),
  undo: 'Undo',
  undoOf: (domain: string) => `Undo the decision about ${domain}`,
  openFinding: 'Open finding',
  openFindingOf: (domain: string) => `Open finding: ${domain}`,
  which: 'Decided or not',
  toDecide: 'To decide',
  decided: 'Decided',
  keys: 'Keys: arrows move, H high, L low, I ignore, U undo, X select, Enter enlarges the picture',
  keysOfDecided: 'Keys: arrows move, U undo, X select, Enter enlarges the picture',
  noneDecided: 'No decisions yet',
  noneDecidedHint: 'Domains that were decided on appear here, and a decision can be undone.',
  select: (domain: string) => `Select ${domain}`,
  selection: 'Selection',
  selected: (n: number) => `${counted(n, 'domain')} selected`,
  count: (n: number) => counted(n, 'domain'),
  likeness: (percent: number) => `${percent}% alike`,
  placeholder: 'No picture',
  parked: 'Parked',
  parkedWithMail: 'Parked, takes mail',
  registered: 'Registered',
  registrar: 'Registrar',
  mail: 'Mail server',
  noMail: 'None',
  unknown: 'Unknown',
  company: 'Company',
  brand: 'Brand',
  found: 'Found',
  back: 'Back in the list:',
  enlarge: (domain: string) => `Enlarge the picture of ${domain}`,
  more: 'Load more',
  heads: ['', 'Sn', 'Company', 'Brand', 'Domain', 'Date', 'Likeness', 'Action'],
  age: (days: number) =>
    days < 1
      ? 'today'
      : days < 60
        ? `${counted(days, 'day')} ago`
        : days < 730
          ? `${countText(Math.round(days / 30.4))} months ago`
          : `${countText(Math.round(days / 365))} years ago`,
} as const

/** What the feeds say. */
export const feedTexts = {
  title: 'New domain feeds',
  list: 'Feeds',
  none: 'No feed has delivered names yet. Certificate logs and lists are configured on the server; files of names can be uploaded here.',
  hint: 'Matching names are looked up in the next run of their schedule: at once after an upload, otherwise at 02:00.',
  heads: ['Feed', 'Address', 'Last update', 'Names', 'Matching names', 'Behind'],
  kinds: {
    search: 'Certificate search',
    log: 'Certificate log',
    tiles: 'Certificate log (tiles)',
    list: 'List of names',
    file: 'File of names',
  } satisfies Record<FeedKind, string>,
  never: 'Never',
  stored: (n: number) => `${countText(n)} files have been stored and are being read`,
  refused: (name: string, why: string) => `${name}: ${why}`,
  reading: 'Being read',
  problem: (at: string, problem: string) => `${at}: ${problem}`,
  upload: 'Upload files of names',
  uploadHint: 'Text or gzip, one name or web address per line, or zone files, 100 MB each at most',
  actions: 'Actions',
  dismiss: 'Dismiss',
  dismissOf: (address: string) => `Dismiss ${address}`,
  sending: 'Sending the file',
} as const

/** What the own pages of a brand say. */
export const referenceTexts = {
  title: 'Brand pages and images',
  hint: 'Findings are shown beside these images; look-alike domains are compared with pages and images.',
  address: 'Address of one of your pages',
  add: 'Add page',
  picture: 'Add image',
  waiting: 'Being read',
  remove: (label: string) => `Remove ${label}`,
} as const

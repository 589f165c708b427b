import { counted, countText } from './numbers.ts'

/** What the lines of the data log are about (G106), as they name it. */
export const dataModels = [
  'Domain',
  'Website',
  'SocialMedia',
  'Ecommerce',
  'AppStore',
  'TrapPurchase',
  'Enforcement without approval',
  'ClientRequest',
  'CaseFile',
  'Download',
  'File',
  'Company',
  'Brand',
  'User',
  'TMCH',
  'WhiteLabel',
  'EnforcementConfiguration',
  'Escalation',
  'AgreedDays',
  'DomainSearch',
  'Shared host',
  'Abuse contact',
  'Report form',
  'Phishing message',
  'Proof in notices',
  'List desk',
  'Log',
  'EvidenceDay',
  'Cluster',
  'Tool job',
] as const
export type DataModel = (typeof dataModels)[number]

/** A field that a change gave another value, as the screens name and show it. */
export type FieldChange = { field: string; before: string; after: string }

/** Most names that a subject spells out. */
export const spelledOut = 5

/** Characters of each name, where there are several. */
const longestName = 90

/** The subject of a change of several records: the first names, and how many more of the `total` there are. */
export function namesSubject(names: readonly string[], total = names.length): string {
  const first = total === 1 ? names : names.slice(0, spelledOut).map(cutName)
  const rest = total - first.length
  return rest > 0 ? `${first.join(', ')} and ${countText(rest)} more` : first.join(', ')
}

const cutName = (name: string): string => (name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name)

/** The subject of a change of many rows that have no names at hand: how many, and what they belong to. */
export const countedSubject = (count: number, ...of: readonly string[]): string =>
  partsSubject(counted(count, 'row'), ...of)

/** A subject that is known by several names, for example a company, a brand and a platform; blank ones are left out. */
export const partsSubject = (...parts: readonly (string | null | undefined)[]): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== '').join(', ')

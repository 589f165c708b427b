import { type DataRecord, dataLogTypes } from '#features/history/contract.ts'
import type { ViewedList } from '#kit/web/view-slots.ts'
import { platforms } from '#platforms/all.ts'
import { dataModels } from '#vocabulary/data-log.ts'
import { readDay } from '#vocabulary/dates.ts'

/** The filters of the data log; they have the same names in the URL and in the API call. */
const filterNames = ['type', 'person', 'company', 'model', 'startDate', 'endDate', 'subject'] as const
/** What the views of the data log may name. */
export const dataLogViews: ViewedList = {
  filters: filterNames,
  sortedBy: [],
  choices: { type: { label: 'Type', values: dataLogTypes }, model: { label: 'Model', values: dataModels } },
}
export type DataLogFilter = (typeof filterNames)[number]
export type DataLogView = Readonly<Partial<Record<DataLogFilter, string>>>

/** The filters in a URL; days that are none are left out, and two in the wrong order are exchanged. */
export function dataLogViewOf(search: Readonly<Record<string, unknown>>): DataLogView {
  const view: Partial<Record<DataLogFilter, string>> = {}
  for (const name of filterNames) {
    const text = String(search[name] ?? '').trim()
    const value = name === 'startDate' || name === 'endDate' ? readDay(text) : text
    if (value) view[name] = value
  }
  const { startDate, endDate, ...others } = view
  if (!startDate || !endDate || startDate <= endDate) return view
  return { ...others, startDate: endDate, endDate: startDate }
}

/** A view with some filters changed; a blank one is removed. */
export const withDataLogFilters = (view: DataLogView, changed: DataLogView): DataLogView =>
  dataLogViewOf({ ...view, ...changed })

type Target = { to: string; search: Readonly<Record<string, string>> }

const ofFindings: readonly string[] = [...platforms.map(({ model }) => model), 'TrapPurchase']

/** The screen that shows the record of a line; undefined where there is none, or the record was deleted. */
export function recordLink({ type, model, subject, company, recordId }: DataRecord): Target | undefined {
  if (recordId === null) return undefined
  // The history of a finding remains.
  if (ofFindings.includes(model)) return { to: '/logs', search: { finding: recordId } }
  if (type === 'delete') return undefined
  if (model === 'User') return { to: '/users', search: { search: /\(([^()]+)\)$/.exec(subject)?.[1] ?? subject } }
  if (model === 'Escalation') return { to: '/escalations', search: { configuration: recordId } }
  if (model === 'Cluster') return { to: `/clusters/${recordId}`, search: {} }
  // The kind of its desk follows the name.
  if (model === 'Report form') return { to: '/report-forms', search: { search: subject.replace(/ \([^()]+\)$/, '') } }
  // The name of the desk follows its address.
  if (model === 'Abuse contact') return { to: '/abuse-contacts', search: { search: subject.split(', ')[0]! } }
  const to = listsByName[model]
  if (to) return { to, search: { search: subject } }
  const ofCompany = listsByCompany[model]
  return ofCompany && company !== '' ? { to: ofCompany, search: { search: company } } : undefined
}

const listsByName: Readonly<Record<string, string>> = {
  Company: '/companies',
  Brand: '/brands',
  'Shared host': '/shared-hosts',
}
const listsByCompany: Readonly<Record<string, string>> = {
  WhiteLabel: '/white-label',
  EnforcementConfiguration: '/enforcement-configuration',
}

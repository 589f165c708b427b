/**
 * Status codes of findings (C-192, C-193). Codes are text: 00 keeps its leading zero.
 * Colours are those of G45; screens derive a readable text colour for each theme from them.
 */
export const statuses = [
  { code: '55', name: 'Success', colour: '#2e7d32' },
  { code: '11', name: 'In Progress', colour: '#1565c0' },
  { code: '33', name: 'Awaiting Approval', colour: '#f9a825' },
  { code: '22', name: 'Approved', colour: '#00838f' },
  { code: '99', name: 'No Further Action', colour: '#6d4c41' },
  { code: '00', name: 'No Action', colour: '#757575' },
  { code: '88', name: 'Client Review', colour: '#ef6c00' },
  { code: '90', name: 'Self Resolved', colour: '#9e9d24' },
  { code: '44', name: 'Purchase', colour: '#6a1b9a' },
  { code: '66', name: 'Purchase in progress', colour: '#8e24aa' },
  { code: '77', name: 'Purchase complete', colour: '#4a148c' },
  { code: '101', name: 'Purchase Incomplete – Product not available', colour: '#c62828' },
  { code: '102', name: 'Purchase Incomplete – Seller non-responsive', colour: '#c62828' },
] as const

export type StatusCode = (typeof statuses)[number]['code']
export const statusCodes = statuses.map((s) => s.code) as readonly StatusCode[]

/** Names shown on screens that are no code (C-194): unknown codes, and 101 together with 102 in charts. */
export const otherStatus = { name: 'Other', colour: '#455a64' } as const
export const purchaseIncomplete = { name: 'Purchase Incomplete', colour: '#c62828' } as const

/** The statuses in every platform's filter, in this order (C-196). */
export const standardStatuses = [
  '55',
  '11',
  '33',
  '22',
  '99',
  '00',
  '88',
  '90',
] as const satisfies readonly StatusCode[]
/** Statuses that make an e-commerce finding a trap purchase (C-198); added to the e-commerce lists (C-197). */
export const purchaseStatuses = ['44', '66', '77', '101', '102'] as const satisfies readonly StatusCode[]
/** A Client may change a row that has one of these, to another of these (C-114, G41). */
export const clientStatuses = ['33', '22', '00', '88'] as const satisfies readonly StatusCode[]

export const success = '55' satisfies StatusCode
export const noAction = '00' satisfies StatusCode
export const selfResolved = '90' satisfies StatusCode
export const awaitingApproval = '33' satisfies StatusCode
export const approved = '22' satisfies StatusCode
export const inProgress = '11' satisfies StatusCode
export const clientReview = '88' satisfies StatusCode
export const purchase = '44' satisfies StatusCode
export const purchaseComplete = '77' satisfies StatusCode
/** Findings in one of these need no more work: ended, given up or solved, and purchases that have ended. */
export const closedStatuses: readonly StatusCode[] = ['55', '99', '00', '90', '77', '101', '102']
/** In these something is still to be done: awaiting approval, approved, in progress, client review, purchases. */
export const openStatuses: readonly StatusCode[] = statusCodes.filter((code) => !closedStatuses.includes(code))
/** The client is notified when a trap purchase reaches one of these (G53). */
export const notifiedPurchaseStatuses: readonly StatusCode[] = ['77', '101', '102']
/** The client is notified when staff set one of these. */
export const notifiedStatuses: readonly StatusCode[] = [clientReview, ...notifiedPurchaseStatuses]

const byCode = new Map<string, (typeof statuses)[number]>(statuses.map((s) => [s.code, s]))
const byName = new Map<string, StatusCode>(statuses.map((s) => [s.name.toLowerCase(), s.code]))

/** Whether a text is a known status code. */
export function isStatus(code: string): code is StatusCode {
  return byCode.has(code)
}

/** Name and colour for any stored code; unknown codes show as 'Other' (G45). */
export function statusDisplay(code: string): { name: string; colour: string } {
  return byCode.get(code) ?? otherStatus
}

/** Reads a code or a name in any letter case; the number 0 is '00' (G45). Undefined if it is neither. */
export function readStatus(cell: unknown): StatusCode | undefined {
  const text = String(cell ?? '').trim()
  if (text === '0') return '00'
  if (isStatus(text)) return text
  return byName.get(text.toLowerCase().replace(/\s+-\s+/, ' – '))
}

/** A status in a chart; `code` is the value of a status filter, empty where there is none. */
export type ChartStatus = { code: string; name: string; colour: string }

/** The statuses of charts, in order (G45): 101 and 102 are combined, unknown codes are 'Other'. */
export const chartStatuses: readonly ChartStatus[] = [
  ...statuses.filter(({ colour }) => colour !== purchaseIncomplete.colour),
  { code: '101,102', ...purchaseIncomplete },
  { code: '', ...otherStatus },
]

const chartStatusByCode = new Map(chartStatuses.flatMap((one) => one.code.split(',').map((code) => [code, one])))

/** The chart status under which a stored code is counted. */
export function chartStatusOf(code: string): ChartStatus {
  return chartStatusByCode.get(code) ?? chartStatusByCode.get('')!
}

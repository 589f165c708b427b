import type { Visit } from '#features/revisits/contract.ts'
import { messages } from '#features/revisits/messages.ts'
import { Mark } from '#kit/web/cells.tsx'

const colours = { down: '#2e7d32', up: '#c62828', none: '#757575' } as const

/** The outcome of a visit as a word with a coloured dot, and the status code if any. */
export function OutcomeMark({ visit: { outcome, side, statusCode } }: { visit: Visit }) {
  const code = statusCode === null ? '' : ` (${statusCode})`
  return <Mark name={messages.outcome[outcome] + code} colour={colours[side ?? 'none']} />
}

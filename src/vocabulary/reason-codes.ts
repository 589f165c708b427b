import type { Priority } from './priorities.ts'
import { reasonCodeTable } from './reason-code-table.ts'

export type ReasonCode = {
  code: string
  name: string
  level: 'top' | 'sub'
  /** Priority a finding gets when its own is missing (G50); null where the table leaves it blank. */
  priority: Priority | null
  /** 'all', or the platform values it was intended for. Information only: any platform may use any code. */
  platforms: string
  meaning: string
}

export const reasonCodes: readonly ReasonCode[] = reasonCodeTable.map(
  ([code, name, level, priority, platforms, meaning]) => ({
    code,
    name,
    level,
    priority: priority === '' ? null : priority,
    platforms,
    meaning,
  }),
)

/** Shown in the grid for a cell that is no known code or name; never stored (G52). */
export const invalidReasonCode = 'InvalidReasonCode'

const byCode = new Map(reasonCodes.map((r) => [r.code, r]))
const byName = new Map(reasonCodes.map((r) => [r.name.toLowerCase(), r]))

/** Reads one code or one name, any letter case, code as text or number; undefined when unknown (G52). */
export function readReasonCode(cell: unknown): ReasonCode | undefined {
  const text = String(cell ?? '').trim()
  return byCode.get(text === '0' ? '000' : text) ?? byName.get(text.toLowerCase())
}

/** The name for a stored code; blank when the code is not known (C-182). */
export function reasonCodeName(code: string | null | undefined): string {
  return (code && byCode.get(code)?.name) || ''
}

/** High, Low or null for a code or a name (C-191). */
export function priorityOfReason(codeOrName: unknown): Priority | null {
  return readReasonCode(codeOrName)?.priority ?? null
}

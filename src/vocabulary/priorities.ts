/** Priority of a finding (C-199); a blank one is stored as null. */
export const priorities = ['High', 'Low'] as const
export type Priority = (typeof priorities)[number]

/** Reads a priority in any letter case; null for an empty cell, undefined for anything else (G50). */
export function readPriority(cell: unknown): Priority | null | undefined {
  const text = String(cell ?? '')
    .trim()
    .toLowerCase()
  if (text === '') return null
  return priorities.find((p) => p.toLowerCase() === text)
}

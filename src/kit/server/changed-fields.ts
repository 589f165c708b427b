import type { FieldChange } from '#vocabulary/data-log.ts'

/** Characters of a value that the data log keeps. */
const longestValue = 200

/** Characters that are stored of a long value before its first difference. */
const commonPart = 30

/**
 * The fields that differ between two states of a record, for the data log. Only fields with a label are compared, so
 * that what nobody may read (passwords, tokens) is never in the log.
 */
export function changedFields<Name extends string>(
  labels: Readonly<Record<Name, string>>,
  before: { readonly [Key in NoInfer<Name>]?: unknown },
  after: { readonly [Key in NoInfer<Name>]?: unknown },
): FieldChange[] {
  return (Object.keys(labels) as Name[]).flatMap((name) => {
    const [old, now] = [valueText(before[name]), valueText(after[name])]
    return old === now ? [] : [{ field: labels[name], ...cut(old, now) }]
  })
}

/** A value as one text; lists and objects with their parts, without those that are empty. */
function valueText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.map(valueText).filter(Boolean).join('; ')
  if (typeof value !== 'object') return String(value as string | number)
  return Object.entries(value)
    .map(([name, part]) => [name, valueText(part)] as const)
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `${name}: ${text}`)
    .join(', ')
}

/** Both values at most 200 characters long, cut so that the first difference is among them. */
function cut(before: string, after: string): { before: string; after: string } {
  let first = 0
  while (first < before.length && before[first] === after[first]) first++
  const start = Math.max(before.length, after.length) > longestValue ? Math.max(0, first - commonPart) : 0
  return { before: partOf(before, start), after: partOf(after, start) }
}

const partOf = (text: string, start: number): string => {
  const part = `${start > 0 ? '…' : ''}${text.slice(start)}`
  return part.length > longestValue ? `${part.slice(0, longestValue - 1)}…` : part
}

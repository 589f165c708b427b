import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { listRefusals } from '#features/trademarks/messages.ts'
import { invalid } from '#kit/server/problem.ts'

export type ListKind = 'DNL' | 'SMDRL'

/** One entry: the label or the id of the signed mark, the lookup key of a claim, the time it was added to the list. */
export type ListEntry = { key: string; lookupKey: string; at: string }
export type ClearinghouseList = { kind: ListKind; madeAt: string; entries: ListEntry[] }

/** Maximum number of entries of a list. */
export const maxEntries = 200_000

const shapes = {
  DNL: {
    header: 'DNL,lookup-key,insertion-datetime',
    key: /^(?!-)[a-z0-9_-]{1,63}(?<!-)$/i,
    description: 'a label, a lookup key and a time',
  },
  SMDRL: {
    header: 'smd-id,insertion-datetime',
    key: /^\d{1,30}-\d{1,5}$/,
    description: "a signed mark's id and a time",
  },
} as const

/**
 * Parses a list of the clearinghouse (RFC 9361): version and time, the header that determines its kind, entries. 422 on
 * `file` with the line that is invalid. Yields to other requests while it parses.
 */
export async function readList(text: string): Promise<ClearinghouseList> {
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/)
  while (lines.at(-1)?.trim() === '') lines.pop()
  const [first, header, ...rest] = lines
  if (first === undefined) throw refuse(listRefusals.empty)
  const [version, made, ...more] = first.split(',')
  const madeAt = instantOf(made)
  if (version?.trim() !== '1' || madeAt === undefined || more.length > 0) throw refuse(listRefusals.firstLine)
  const kind = kindOf(header)
  if (kind === undefined) throw refuse(listRefusals.header)
  if (rest.length > maxEntries) throw refuse(listRefusals.tooMany(maxEntries))
  return { kind, madeAt, entries: await entriesOf(kind, rest) }
}

async function entriesOf(kind: ListKind, lines: readonly string[]): Promise<ListEntry[]> {
  const { key: keyShape, description } = shapes[kind]
  const seen = new Set<string>()
  const entries: ListEntry[] = []
  for (const [index, line] of lines.entries()) {
    if (index % 2000 === 0) await yieldToEventLoop()
    const cells = line.split(',').map((cell) => cell.trim())
    const key = (cells[0] ?? '').toLowerCase()
    const at = instantOf(cells.at(-1))
    const lookupKey = kind === 'DNL' ? (cells[1] ?? '') : ''
    const isComplete =
      cells.length === (kind === 'DNL' ? 3 : 2) && (kind === 'SMDRL' || /^[\w/-]{1,255}$/.test(lookupKey))
    if (!isComplete || !keyShape.test(key) || at === undefined) throw refuse(listRefusals.line(index + 3, description))
    if (seen.has(key)) throw refuse(listRefusals.duplicate(index + 3, key))
    seen.add(key)
    entries.push({ key, lookupKey, at })
  }
  return entries
}

function kindOf(header: string | undefined): ListKind | undefined {
  const plain = header?.trim().toLowerCase()
  return (['DNL', 'SMDRL'] as const).find((kind) => shapes[kind].header.toLowerCase() === plain)
}

/** An instant in the UTC format of RFC 3339; undefined for anything else. */
function instantOf(text: string | undefined): string | undefined {
  if (!text || !/^\s*[12]\d{3}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z\s*$/.test(text)) return undefined
  const date = new Date(text.trim())
  // A day that does not exist must not roll over to the next month.
  const isThere = !Number.isNaN(date.getTime()) && date.toISOString().slice(0, 10) === text.trim().slice(0, 10)
  return isThere ? date.toISOString() : undefined
}

const refuse = (sentence: string) => invalid({ file: sentence })

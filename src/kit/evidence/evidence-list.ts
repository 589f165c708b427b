import { z } from 'zod'

export const listName = 'evidence-list.txt'
export const listFormat = 'brandkeep-evidence-day/1'

/** What the hashes of a list are of: received mails, stored pictures and other files, and sent notices. */
type EvidenceKind = 'answer' | 'file' | 'notice'
export type EvidenceCounts = Record<EvidenceKind, number>

/** A stored picture, notice or answer: when it was stored (ISO 8601, UTC), and the SHA-256 of it. */
export type EvidenceItem = { kind: EvidenceKind; id: string; at: string; sha256: string }

/** The list of a day, as its text says; `head` is the SHA-256 of that text. */
export type EvidenceList = { head: string; day: string; previous: string | null; counts: EvidenceCounts }

/** The first lines of a list: its day (UTC) and the head of the list before. */
export const listStart = ({ day, previous }: { day: string; previous: string | null }): string =>
  `${listFormat}\nday ${day}\nprevious ${previous ?? 'none'}\n`

/** One item of a list. */
export const listLine = ({ sha256, kind, id, at }: EvidenceItem): string => `${sha256} ${kind} ${id} ${at}\n`

const startPatterns = [
  new RegExp(`^(?<format>${listFormat})$`),
  /^day (?<day>\d{4}-\d\d-\d\d)$/,
  /^previous (?:none|(?<previous>[0-9a-f]{64}))$/,
] as const
const itemPattern = /^[0-9a-f]{64} (?<kind>answer|file|notice) [0-9a-f-]{36} \d{4}-\d\d-\d\dT[\d:.]{8,15}Z$/
/** No line is longer; a forged one must not fill the memory. */
const longestLine = 200

/** Reads a list piece by piece. `end` returns what it says, or the number of the first line that no list has. */
export function openListReader(): { read: (piece: string) => void; end: () => Omit<EvidenceList, 'head'> | number } {
  const counts: EvidenceCounts = { answer: 0, file: 0, notice: 0 }
  let rest = ''
  let lines = 0
  let bad: number | undefined
  let [day, previous]: [string, string | null] = ['', null]
  const take = (line: string) => {
    const groups = (startPatterns[lines++] ?? itemPattern).exec(line)?.groups
    const named = groups?.['day']
    if (!groups || (named !== undefined && Number.isNaN(Date.parse(named)))) bad ??= lines
    day = named ?? day
    previous = groups?.['previous'] ?? previous
    const kind = groups?.['kind'] as EvidenceKind | undefined
    if (kind) counts[kind]++
  }
  return {
    read: (piece) => {
      if (bad !== undefined) return
      const parts = (rest + piece).split('\n')
      rest = parts.pop()!
      for (const line of parts) take(line)
      if (rest.length > longestLine) bad ??= lines + 1
    },
    end: () => {
      // The last line ends as well, and no list lacks one of the first three.
      if (rest !== '' || lines < startPatterns.length) bad ??= lines + 1
      return bad ?? { day, previous, counts }
    },
  }
}

const namedLists = z.array(z.object({ day: z.iso.date(), code: z.string().nullable() }))

/** The days whose lists a case file names, and the first days of lists that were not made yet when the file was. */
export type NamedDays = { made: readonly string[]; coming: readonly string[] }

/** What a case file names in `evidence-lists.json`; nothing for other texts. */
export function daysNamedIn(text = '[]'): NamedDays {
  const lists = listsIn(text)
  const daysOf = (isMade: boolean) => lists.flatMap(({ day, code }) => ((code !== null) === isMade ? [day] : []))
  return { made: daysOf(true), coming: daysOf(false) }
}

function listsIn(text: string): z.output<typeof namedLists> {
  try {
    return namedLists.safeParse(JSON.parse(text)).data ?? []
  } catch (problem) {
    if (problem instanceof SyntaxError) return []
    throw problem
  }
}

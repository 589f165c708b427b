import { domainToASCII } from 'node:url'

const maxLabels = 64

/** What a character may become in a domain label: symbols are dropped, become a hyphen, or are spelled out. */
function spellings(character: string): readonly string[] {
  if (/[\p{L}\p{N}\p{M}]/u.test(character)) return [character]
  if (character === '&') return ['', '-', 'and', 'et']
  if (character === '@') return ['', '-', 'at']
  return ['', '-']
}

/**
 * The domain labels that match the name of a mark by the rule of the clearinghouse, in A-label form: letters and digits
 * stay, other characters are dropped or become hyphens, & and @ may be spelled out. At most 64.
 */
export function labelsOf(markName: string): string[] {
  const name = markName.normalize('NFC').toLowerCase().trim()
  let found = new Set([''])
  for (const character of name) {
    const choices = spellings(character)
    const next = [...found].flatMap((begun) => choices.map((choice) => begun + choice))
    found = new Set(next.slice(0, maxLabels))
  }
  const plain = name.replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
  const labels = [plain, ...found].map((label) => domainToASCII(label)).filter(isLabel)
  return [...new Set(labels)].slice(0, maxLabels).sort()
}

const isLabel = (label: string): boolean => /^(?!-)[a-z0-9-]{1,63}(?<!-)$/.test(label)

import { type HostText, partAround } from './host-text.ts'
import type { Candidate } from './keyword-index.ts'

/** Family and reason of a match in words. */
export function described(
  host: HostText,
  { edits, isExchanged, start, end }: Candidate,
  keyword: string,
  position: { inSubdomain: boolean; isWholeLabel: boolean },
): { family: string; reason: string } {
  const [from, to] = partAround(host, start, end)
  // One letter before or after it makes a slip of it, not a word that is joined.
  const isOneMore = edits === 0 && !isExchanged && to - from === end - start + 1
  const slipped = isOneMore ? 1 : edits
  const seen = isOneMore ? host.text.slice(from, to) : host.text.slice(start, end)
  const where = host.isShared
    ? ` on ${host.suffix}, where anybody gets a name`
    : position.inSubdomain
      ? ' in the subdomain of another domain'
      : ''
  if (host.isInternational && slipped === 0)
    return {
      family: 'look-alike',
      reason: `Looks like '${keyword}' with letters of another alphabet or accents${where}`,
    }
  if (isExchanged) return { family: 'look-alike', reason: `'${seen}' looks like '${keyword}'${where}` }
  if (slipped > 0) {
    const differs = `'${seen}' differs from '${keyword}' by ${['one letter', 'two letters', 'three letters'][slipped - 1]}`
    const isAlone = host.breaks[from] === 2 && host.breaks[to] === 2 && !position.inSubdomain
    return isAlone
      ? { family: 'misspelled', reason: `${differs}${where}` }
      : { family: 'misspelled-joined', reason: `${differs}, among other words${where}` }
  }
  if (host.isShared) return { family: 'shared-host', reason: `Uses '${keyword}'${where}` }
  if (position.inSubdomain) return { family: 'subdomain', reason: `Uses '${keyword}'${where}` }
  if (position.isWholeLabel)
    return { family: 'other-suffix', reason: `'${keyword}' with another ending, .${host.suffix}` }
  return { family: 'joined', reason: `Joins '${keyword}' to other words` }
}

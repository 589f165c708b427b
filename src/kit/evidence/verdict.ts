import { countText, sizeText } from '#vocabulary/numbers.ts'
import { printable } from './verify-file.ts'
import type { Unaltered, VerifyResult } from './verify-file.ts'

/**
 * 'foreign': no file of this issuer. 'consistent': nothing was changed since the file was made, but who made it is not
 * proved. 'unchecked': the same, and its signature cannot be verified here. 'undated': who made it is proved, but not by
 * when, although roots of authorities were given.
 */
export type Verdict = {
  kind: 'foreign' | 'altered' | 'unchecked' | 'consistent' | 'undated' | 'proved'
  title: string
  lines: string[]
}

/** What to say about a file, for a terminal or a page: a title, and lines of at most 500 printable characters. */
export function verdictOf(result: VerifyResult): Verdict {
  if (result.problems.length > 0) {
    const { foreign } = result as Exclude<VerifyResult, Unaltered>
    const lines = result.problems.map(printable)
    return foreign ? { kind: 'foreign', title: titles[foreign], lines } : { kind: 'altered', title: 'Altered', lines }
  }
  const file = result as Unaltered
  const { kind, title, remedies } = judged(file)
  const { first, last } = contentLines(file)
  const lines = [...first, `Origin: ${originLine(file)}`, ...file.stamps.map(stampLine), ...last, ...remedies]
  return { kind, title: printable(title), lines: lines.map(printable) }
}

/** The verdict on an unaltered file, and what would prove more. */
function judged(file: Unaltered): Pick<Verdict, 'kind' | 'title'> & { remedies: readonly string[] } {
  const { isHeadKnown, isTimeAsked, origin, stamps } = file
  if (isHeadKnown || (origin?.isKnown && origin.isChecked)) {
    if (isTimeAsked && !stamps.some(({ isTrusted }) => isTrusted))
      return { kind: 'undated', title: `Unaltered, ${madeBy(file)}; by when is not proved`, remedies: waysToDate(file) }
    return { kind: 'proved', title: `Unaltered, ${madeBy(file)}${notAfter(file)}`, remedies: [] }
  }
  if (origin && !origin.isChecked)
    return { kind: 'unchecked', title: 'This browser cannot check signatures', remedies: otherWays }
  return {
    kind: 'consistent',
    title: `Consistent in itself${notAfter(file)}, origin not proved`,
    remedies: [remedy],
  }
}

const titles = { file: 'Not a case file', issuer: 'Not a case file of this issuer' }

type OwnLines = { first: string[]; last: string[] }

/** What the file says of itself: the lines before and after those of its proofs. */
const contentLines = (file: Unaltered): OwnLines => (file.list ? linesOfList(file) : linesOfCase(file))

function linesOfList({ list, bytes }: Extract<Unaltered, { list: object }>): OwnLines {
  const { file, notice, answer } = list.counts
  const before = list.previous === null ? 'none, this is the first list' : `that with the code ${list.previous}`
  const counts = `pictures and other files: ${countText(file)}, notices: ${countText(notice)}, answers: ${countText(answer)}`
  return {
    first: [`Verification code: ${list.head}`, `List of evidence: ${list.day} (UTC); the list before: ${before}`],
    last: [`Contents: SHA-256 of ${counts}; ${sizeText(bytes)}`],
  }
}

function linesOfCase({ manifest, lists, bytes }: Extract<Unaltered, { manifest: object }>): OwnLines {
  return {
    first: [
      `Verification code: ${manifest.head}`,
      `Made: ${manifest.madeAt} by ${manifest.madeBy}, ${manifest.product} ${manifest.version}`,
    ],
    last: [
      `Contents: findings: ${countText(manifest.findings.length)}, files: ${countText(manifest.entries.length)}; ${sizeText(bytes)}`,
      ...(lists.made.length > 0 ? [`Also in the evidence lists of these days: ${lists.made.join(', ')}`] : []),
      ...(lists.coming.length > 0 ? [`${notListedYet}: ${lists.coming.join(', ')}`] : []),
    ],
  }
}

const remedy =
  'Anybody who knows the format could have made it. Compare the verification code with the issuer’s record, or give the ' +
  'issuer’s public keys (/.well-known/case-file-keys.json of the issuer’s console).'

const notListedYet = 'Not in an evidence list yet when this file was made; the first that can have what is missing'

/** What to do where none of the stamps leads to a given root. */
function waysToDate({ stamps }: Unaltered): readonly string[] {
  if (stamps.length === 0)
    return ['It has no time stamp. One that came later is in the separate proof (.proof.json) of the issuer.']
  if (stamps.some(({ doubt }) => doubt === 'unchecked')) return otherWays
  return ['No time stamp leads to a given root certificate. Give the root of the authority that stamped it.']
}

const otherWays = [
  'Its hashes are right: they need nothing of the browser. Who signed it, and when it was stamped, was not checked.',
  'To check that, open this page over https:// or save it and open the saved file, in a newer browser (Chrome or Edge 137, ' +
    'Firefox 129, Safari 17), or use npm run verify-file. Or compare the verification code with the issuer’s record.',
]

function originLine({ isHeadKnown, origin }: Unaltered): string {
  const code = isHeadKnown ? 'It has the given verification code. ' : ''
  if (!origin) return `${code}Not signed.`
  const { issuer, signedAt, publicKey, isKnown, isChecked } = origin
  if (!isChecked) return `${code}It says that it was signed ${signedAt} by ${issuer} (${publicKey}); not checked`
  const key = isKnown ? `by ${issuer}, with one of the public keys given` : `with a key that claims to be of ${issuer}`
  return `${code}Signed ${signedAt} ${key} (${publicKey})`
}

function madeBy({ origin }: Unaltered): string {
  return origin?.isKnown && origin.isChecked ? `made by ${origin.issuer}` : 'the file with the given verification code'
}

/** The earliest moment that a trusted authority confirms. */
function notAfter({ stamps }: Unaltered): string {
  const [first] = stamps
    .filter(({ isTrusted }) => isTrusted)
    .map(({ at }) => at)
    .sort()
  return first === undefined ? '' : `, not after ${first}`
}

function stampLine({ at, authority, signer, doubt }: Unaltered['stamps'][number]): string {
  const { before, trust } = trustTexts[doubt ?? 'none']
  // The address is what the issuer wrote, and no authority signs it.
  return `${before}: ${at}, time stamp of ${signer} (by its label from ${authority}); ${trust}`
}

const trustTexts = {
  // The verifier asks nobody: what the authority published about its certificate since, it cannot know.
  none: { before: 'Not after', trust: 'its certificate leads to a given root, revocation not known' },
  'no root given': {
    before: 'Not after',
    trust: 'whether to trust this authority was not checked: give its root certificate',
  },
  'other root': {
    before: 'Time stamp, not proved',
    trust:
      'its certificate does not lead to a given root: the root is of another authority, or the certificates in the ' +
      'stamp are damaged',
  },
  unchecked: { before: 'Time stamp, not checked', trust: 'its signature cannot be checked here' },
} as const

import { countText, sizeText } from '#vocabulary/numbers.ts'
import { printable } from './verify-file.ts'
import type { Unaltered, VerifyResult } from './verify-file.ts'

/** 'foreign': no file of this issuer. 'consistent': nothing was changed since the file was made, but who made it is not proved. */
export type Verdict = { kind: 'foreign' | 'altered' | 'consistent' | 'proved'; title: string; lines: string[] }

/** What to say about a file, for a terminal or a page: a title, and lines of at most 500 printable characters. */
export function verdictOf(result: VerifyResult): Verdict {
  if (result.problems.length > 0) {
    const { foreign } = result as Exclude<VerifyResult, Unaltered>
    const lines = result.problems.map(printable)
    return foreign ? { kind: 'foreign', title: titles[foreign], lines } : { kind: 'altered', title: 'Altered', lines }
  }
  const file = result as Unaltered
  const isProved = file.isHeadKnown || file.origin?.isKnown === true
  const { first, last } = contentLines(file)
  const lines = [
    ...first,
    `Origin: ${originLine(file)}`,
    ...file.stamps.map((stamp) => `Not after: ${stampLine(stamp)}`),
    ...last,
    ...(isProved ? [] : [remedy]),
  ]
  const title = isProved
    ? `Unaltered, ${madeBy(file)}${notAfter(file)}`
    : `Consistent in itself${notAfter(file)}, origin not proved`
  return { kind: isProved ? 'proved' : 'consistent', title: printable(title), lines: lines.map(printable) }
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

function linesOfCase({ manifest, days, bytes }: Extract<Unaltered, { manifest: object }>): OwnLines {
  return {
    first: [
      `Verification code: ${manifest.head}`,
      `Made: ${manifest.madeAt} by ${manifest.madeBy}, ${manifest.product} ${manifest.version}`,
    ],
    last: [
      `Contents: findings: ${countText(manifest.findings.length)}, files: ${countText(manifest.entries.length)}; ${sizeText(bytes)}`,
      ...(days.length > 0 ? [`Also in the evidence lists of these days: ${days.join(', ')}`] : []),
    ],
  }
}

const remedy =
  'Anybody who knows the format could have made it. Compare the verification code with the issuer’s record, or give the ' +
  'issuer’s public keys (/.well-known/case-file-keys.json of the issuer’s console).'

function originLine({ isHeadKnown, origin }: Unaltered): string {
  const code = isHeadKnown ? 'It has the given verification code. ' : ''
  if (!origin) return `${code}Not signed.`
  const { issuer, signedAt, publicKey, isKnown } = origin
  const key = isKnown ? `by ${issuer}, with one of the public keys given` : `with a key that claims to be of ${issuer}`
  return `${code}Signed ${signedAt} ${key} (${publicKey})`
}

function madeBy({ origin }: Unaltered): string {
  return origin?.isKnown ? `made by ${origin.issuer}` : 'the file with the given verification code'
}

/** The earliest moment that a trusted authority confirms. */
function notAfter({ stamps }: Unaltered): string {
  const [first] = stamps
    .filter(({ isTrusted }) => isTrusted)
    .map(({ at }) => at)
    .sort()
  return first === undefined ? '' : `, not after ${first}`
}

function stampLine({ at, authority, signer, isTrusted }: Unaltered['stamps'][number]): string {
  // The verifier asks nobody: what the authority published about its certificate since, it cannot know.
  const trust = isTrusted
    ? 'its certificate leads to a given root, revocation not known'
    : 'whether to trust this authority was not checked: give its root certificate'
  return `${at}, time stamp of ${signer} (${authority}); ${trust}`
}

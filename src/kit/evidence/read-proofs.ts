import type { Certificate } from 'pkijs'
import { type Proof, bytesOf, isSignatureValid, proofName, readProof } from './proof.ts'
import { BadStamp, type Stamp, verifyStamp } from './time-stamp.ts'

/** What the person who verifies has from the issuer about its proofs. */
export type ProofOptions = {
  /** The issuer's public keys, in base64. */
  keys?: readonly string[] | undefined
  /** A later proof.json, with stamps that were not there when the file was made. */
  proof?: string | undefined
  /** Roots of time-stamp authorities. */
  roots?: Certificate[] | undefined
}

/**
 * Who signed a file; `isKnown`: with one of the given keys. Without `isChecked` it is only what the file says: signatures
 * cannot be verified here.
 */
export type Origin = { issuer: string; signedAt: string; publicKey: string; isKnown: boolean; isChecked: boolean }

/** What the proofs of a file show. */
export type Proved = { origin: Origin | undefined; stamps: (Stamp & { authority: string })[] }

/**
 * What is proved: the head, which nothing can have stamped before `notBefore`. `otherProof` is said of a proof with
 * another head.
 */
export type Provable = { head: string; notBefore: Date; otherProof: string }

/** Verifies the proof in the archive (`own`) and the one beside it; what is wrong is added to the problems. */
export function readProofs(about: Provable, own: string | undefined, { options, problems }: Reading): Promise<Proved> {
  return verifyProofs(about, proofsOf(about, [own, options.proof], problems), { options, problems })
}

/** The only problem of an unaltered file that another console made; or of a forged one. */
export const otherIssuer = 'The file is signed, but not with a key of the issuer'

type Reading = { options: ProofOptions; problems: string[] }

/** The proofs of this head, in the archive and beside it. */
function proofsOf({ head, otherProof }: Provable, texts: (string | undefined)[], problems: string[]): Proof[] {
  return texts.flatMap((text, at) => {
    if (text === undefined) return []
    const which = at === 0 ? proofName : 'The separate proof'
    const proof = readProof(text)
    if (!proof) problems.push(`${which} is altered`)
    else if (proof.head !== head) problems.push(`${which} ${otherProof}: its head is ${proof.head}`)
    return proof?.head === head ? [proof] : []
  })
}

/** Verifies signatures and stamps; a stamp that several proofs have counts once. */
async function verifyProofs(
  { head, notBefore }: Provable,
  proofs: readonly Proof[],
  { options, problems }: Reading,
): Promise<Proved> {
  let origin: Origin | undefined
  for (const { signature } of proofs) {
    const isValid = await isSignatureValid(head, signature)
    if (isValid === false) problems.push('The signature is not valid')
    const { issuer, signedAt, publicKey } = signature
    const isKnown = options.keys?.includes(publicKey) ?? false
    if (options.keys && !isKnown) problems.push(otherIssuer)
    origin = { issuer, signedAt, publicKey, isKnown, isChecked: isValid !== undefined }
  }
  if (options.keys && proofs.length === 0) problems.push('The file has no signature of the issuer')
  const stamps: Proved['stamps'] = []
  const read = new Set<string>()
  for (const { authority, token } of proofs.flatMap((proof) => proof.stamps)) {
    if (read.has(token)) continue
    read.add(token)
    const about = { text: head, notBefore, roots: options.roots }
    const stamp = await verifyStamp(bytesOf(token), about).catch((problem: Error) => {
      if (!(problem instanceof BadStamp)) throw problem
      problems.push(`Time stamp of ${authority}: ${problem.message}`)
    })
    if (stamp) stamps.push({ authority, ...stamp })
  }
  return { origin, stamps }
}

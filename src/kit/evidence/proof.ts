import { z } from 'zod'
import { canVerifyEd25519 } from './signature-support.ts'

export const proofName = 'proof.json'
export const proofFormat = 'brandkeep-proof/1'

const head = z.string().regex(/^[0-9a-f]{64}$/)
/** In the one form that writers of base64 give: readers drop the last bits. */
const base64 = z.base64().max(100_000).refine(isCanonical)
const signatureSchema = z.strictObject({
  /** The public address of the installation that signed. */
  issuer: z.string().max(500),
  signedAt: z.iso.datetime(),
  publicKey: base64,
  value: base64,
})
const proofSchema = z.strictObject({
  format: z.literal(proofFormat),
  head,
  signature: signatureSchema,
  stamps: z
    .array(z.strictObject({ authority: z.string().max(500), token: base64 }))
    .max(8)
    .refine((stamps) => new Set(stamps.map(({ token }) => token)).size === stamps.length),
})

/** The signature of an installation over the head of a case file; binary values in base64. */
export type Signature = z.output<typeof signatureSchema>
/** What proves the origin of a head: a signature, and time stamps as far as they have arrived. */
export type Proof = z.output<typeof proofSchema>

/** The statement that a signature signs, in UTF-8. */
export const signedStatement = (of: { head: string } & Pick<Signature, 'issuer' | 'signedAt'>): string =>
  JSON.stringify({ format: 'brandkeep-signature/1', head: of.head, issuer: of.issuer, signedAt: of.signedAt })

/** The text of proof.json; equal proofs give equal bytes. */
export function proofText({
  head: stamped,
  signature: { issuer, signedAt, publicKey, value },
  stamps,
}: Omit<Proof, 'format'>): string {
  const ordered = {
    format: proofFormat,
    head: stamped,
    signature: { issuer, signedAt, publicKey, value },
    stamps: stamps.map(({ authority, token }) => ({ authority, token })),
  }
  return `${JSON.stringify(ordered, null, 1)}\n`
}

/** Parses a proof; undefined when it is not written as `proofText` writes it. Nothing in it is verified yet. */
export function readProof(text: string): Proof | undefined {
  try {
    const proof = proofSchema.safeParse(JSON.parse(text)).data
    return proof && proofText(proof) === text ? proof : undefined
  } catch (problem) {
    if (problem instanceof SyntaxError) return undefined
    throw problem
  }
}

/**
 * Whether a signature is that of its own key over this head; undefined where signatures cannot be verified. Whose key it
 * is, is for the caller to know.
 */
export async function isSignatureValid(signed: string, signature: Signature): Promise<boolean | undefined> {
  if (!(await canVerifyEd25519())) return undefined
  const { subtle } = globalThis.crypto
  try {
    const key = await subtle.importKey('raw', bytesOf(signature.publicKey), 'Ed25519', false, ['verify'])
    const statement = new TextEncoder().encode(signedStatement({ head: signed, ...signature }))
    return await subtle.verify('Ed25519', key, bytesOf(signature.value), statement)
  } catch (problem) {
    // A key that is no point of the curve.
    if (problem instanceof DOMException || problem instanceof TypeError) return false
    throw problem
  }
}

const keyFile = z.object({ keys: z.array(z.object({ publicKey: base64 })).max(1000) })

/** The public keys of a key file, as published at /.well-known/case-file-keys.json; undefined for other texts. */
export function readKeys(text: string): string[] | undefined {
  try {
    return keyFile.safeParse(JSON.parse(text)).data?.keys.map(({ publicKey }) => publicKey)
  } catch (problem) {
    if (problem instanceof SyntaxError) return undefined
    throw problem
  }
}

/** The bytes of a base64 text. */
export const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0))

function isCanonical(text: string): boolean {
  try {
    return btoa(atob(text)) === text
  } catch (problem) {
    if (problem instanceof DOMException) return false
    throw problem
  }
}

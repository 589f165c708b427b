import { fromBER, Integer, Null, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  Certificate,
  ExtKeyUsage,
  MessageImprint,
  PKIStatus,
  SignedData,
  TimeStampReq,
  TimeStampResp,
  ContentInfo,
  TSTInfo,
} from 'pkijs'
import { hexToBytes } from '@noble/hashes/utils.js'
import { sha256Text } from './hashes.ts'
import { isEqual } from './is-equal.ts'
import { namesCertificate } from './signing-certificate.ts'
import { openEngine } from './stamp-engine.ts'

/** A time stamp that cannot be used; the message says why. */
export class BadStamp extends Error {}

/** What a verified time stamp says. */
export type Stamp = {
  /** The latest moment at which the stamped text existed, with the authority's accuracy added (ISO 8601, UTC). */
  at: string
  /** The name in the authority's certificate. */
  signer: string
} & Trust

/** Whether the certificate leads to one of the given roots, and why it is not known to. */
type Trust = { isTrusted: true; doubt?: undefined } | { isTrusted: false; doubt: Doubt }
/** 'unchecked': signatures cannot be verified here, so that the stamp proves nothing. */
export type Doubt = 'no root given' | 'other root' | 'unchecked'

const oids = {
  sha256: '2.16.840.1.101.3.4.2.1',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  extendedKeyUsage: '2.5.29.37',
  commonName: '2.5.4.3',
  organisation: '2.5.4.10',
}

/** How far the clock of an authority may differ from ours, in milliseconds. */
const clockTolerance = 5 * 60_000

/** The request for a stamp over the SHA-256 of a text (RFC 3161, 2.4.1); `nonce` are random bytes. */
export function stampRequest(text: string, nonce: Uint8Array): Uint8Array {
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: oids.sha256, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: bufferOf(hexToBytes(sha256Text(text))) }),
    }),
    nonce: new Integer({ valueHex: bufferOf(positive(nonce)) }),
    certReq: true,
  })
  return new Uint8Array(request.toSchema().toBER())
}

/**
 * The token of an authority's response, verified: it was granted, is for this text and this request, and its time is not
 * in the future nor before `notBefore`. Throws BadStamp.
 */
export async function tokenOfResponse(
  response: Uint8Array,
  { text, nonce, notBefore, roots = [] }: { text: string; nonce: Uint8Array; notBefore: Date; roots?: Certificate[] },
): Promise<{ token: Uint8Array; stamp: Stamp }> {
  const parsed = parse(() => new TimeStampResp({ schema: schemaOf(response) }))
  const { status } = parsed.status
  if (status !== PKIStatus.granted && status !== PKIStatus.grantedWithMods)
    throw new BadStamp('The authority refused the request')
  if (!parsed.timeStampToken) throw new BadStamp('The response has no time stamp')
  const token = new Uint8Array(parsed.timeStampToken.toSchema().toBER())
  const stamp = await verifyStamp(token, { text, notBefore, roots })
  if (stamp.doubt === 'unchecked') throw new BadStamp('The signature of the time stamp cannot be verified here')
  const answered = infoOf(signedDataOf(token)).nonce?.valueBlock.valueHexView
  if (!answered || !isEqual(withoutZeros(answered), withoutZeros(nonce)))
    throw new BadStamp('The time stamp answers another request')
  return { token, stamp }
}

/**
 * Verifies a time stamp over a text (RFC 3161): hash, signature, the purpose of the certificate and the time. A
 * certificate that does not lead to `roots` leaves it untrusted, as does a signature that cannot be verified here. Throws
 * BadStamp.
 */
export async function verifyStamp(
  token: Uint8Array,
  { text, notBefore, roots = [] }: { text: string; notBefore?: Date; roots?: Certificate[] },
): Promise<Stamp> {
  const signed = signedDataOf(token)
  const info = infoOf(signed)
  const { hashAlgorithm, hashedMessage } = info.messageImprint
  if (hashAlgorithm.algorithmId !== oids.sha256) throw new BadStamp('The time stamp does not use SHA-256')
  if (!isEqual(hashedMessage.valueBlock.valueHexView, hexToBytes(sha256Text(text))))
    throw new BadStamp('The time stamp is for something else')
  const verified = await verifiedSigner(signed, { text })
  const signer = verified === 'unchecked' ? namedSigner(signed) : verified
  requireForStamps(signer)
  const late = info.genTime.getTime() + accuracyOf(info)
  if (info.genTime.getTime() > Date.now() + clockTolerance) throw new BadStamp('The time stamp is from the future')
  if (notBefore && late < notBefore.getTime() - clockTolerance)
    throw new BadStamp('The time stamp is older than what it stamps')
  const trust: Trust =
    verified === 'unchecked' ? { isTrusted: false, doubt: verified } : await trustOf(signed, { text, roots })
  return { at: new Date(late).toISOString(), signer: nameOf(signer), ...trust }
}

/** The certificates of a PEM text; throws an Error that says what is wrong where there is none or one cannot be read. */
export function certificatesOf(pem: string): Certificate[] {
  const [, ...parts] = pem.split('-----BEGIN CERTIFICATE-----')
  if (parts.length === 0) throw new Error('It has no certificate in PEM format')
  return parts.map((part, n) => {
    const which = parts.length === 1 ? 'Its certificate' : `Certificate ${n + 1} of ${parts.length}`
    const end = part.indexOf('-----END CERTIFICATE-----')
    if (end < 0) throw new Error(`${which} has no line -----END CERTIFICATE-----`)
    try {
      const bytes = atob(part.slice(0, end).replace(/\s/g, ''))
      return Certificate.fromBER(bufferOf(Uint8Array.from(bytes, (char) => char.charCodeAt(0))))
    } catch {
      throw new Error(`${which} is damaged`)
    }
  })
}

function signedDataOf(token: Uint8Array): SignedData {
  const content = parse(() => new ContentInfo({ schema: schemaOf(token) }))
  if (content.contentType !== ContentInfo.SIGNED_DATA) throw new BadStamp('The time stamp is not signed')
  const signed = parse(() => new SignedData({ schema: content.content }))
  if (signed.signerInfos.length !== 1) throw new BadStamp('The time stamp does not have one signature')
  return signed
}

function infoOf({ encapContentInfo: { eContentType, eContent } }: SignedData): TSTInfo {
  if (eContentType !== '1.2.840.113549.1.9.16.1.4' || !eContent) throw new BadStamp('It is not a time stamp')
  return parse(() => TSTInfo.fromBER(eContent.getValue()))
}

type Signed = { text: string; chain?: Certificate[] }

/** The certificate whose signature is valid and which the stamp names; with `chain` it leads to one of these. */
async function verifiedSigner(signed: SignedData, { text, chain }: Signed): Promise<Certificate | 'unchecked'> {
  const opened = openEngine()
  if (!opened) return 'unchecked'
  const options = {
    signer: 0,
    data: bufferOf(new TextEncoder().encode(text)),
    trustedCerts: chain ?? [],
    checkChain: chain !== undefined,
    passedWhenNotRevValues: true,
    extendedMode: true,
  } as const
  const result = await signed.verify(options, opened.engine).catch(() => undefined)
  if (opened.lacks()) return 'unchecked'
  const certificate = result?.signerCertificate
  if (!result?.signatureVerified || !certificate) throw new BadStamp('The signature of the time stamp is not valid')
  if (!namesCertificate(signed.signerInfos[0]!, certificate)) throw new BadStamp(notNamed)
  return certificate
}

const notNamed = 'The time stamp does not name the certificate that signed it'

/** The certificate that the stamp names by its hash, whose signature nobody has verified. */
function namedSigner({ certificates = [], signerInfos: [info] }: SignedData): Certificate {
  const named = certificates.find((one) => one instanceof Certificate && namesCertificate(info!, one))
  if (!(named instanceof Certificate)) throw new BadStamp(notNamed)
  return named
}

function requireForStamps({ extensions }: Certificate): void {
  const usage = extensions?.find(({ extnID }) => extnID === oids.extendedKeyUsage)
  const uses = usage?.parsedValue instanceof ExtKeyUsage ? usage.parsedValue.keyPurposes : []
  if (!usage?.critical || uses.length !== 1 || uses[0] !== oids.timeStamping)
    throw new BadStamp('The certificate is not one of a time-stamp authority')
}

async function trustOf(signed: SignedData, { text, roots }: { text: string; roots: Certificate[] }): Promise<Trust> {
  if (roots.length === 0) return { isTrusted: false, doubt: 'no root given' }
  try {
    const signer = await verifiedSigner(signed, { text, chain: roots })
    return signer === 'unchecked' ? { isTrusted: false, doubt: signer } : { isTrusted: true }
  } catch (problem) {
    if (problem instanceof BadStamp) return { isTrusted: false, doubt: 'other root' }
    throw problem
  }
}

/** The accuracy of a stamp in milliseconds; a second where it says none, since most authorities give whole seconds. */
function accuracyOf({ accuracy }: TSTInfo): number {
  if (!accuracy) return 1000
  return (accuracy.seconds ?? 0) * 1000 + (accuracy.millis ?? 0) + Math.ceil((accuracy.micros ?? 0) / 1000)
}

function nameOf({ subject }: Certificate): string {
  const value = (oid: string) => subject.typesAndValues.find(({ type }) => type === oid)?.value.valueBlock.value
  return [value(oids.commonName), value(oids.organisation)].filter((part) => part).join(', ') || 'unnamed'
}

function schemaOf(bytes: Uint8Array) {
  const { result, offset } = fromBER(bufferOf(bytes))
  if (offset !== bytes.byteLength) throw new BadStamp('It is not a time stamp')
  return result
}

function parse<T>(read: () => T): T {
  try {
    return read()
  } catch (problem) {
    if (problem instanceof BadStamp) throw problem
    throw new BadStamp('It is not a time stamp')
  }
}

/** As an ASN.1 INTEGER above zero: without leading zeros, and with one before a set high bit. */
function positive(bytes: Uint8Array): Uint8Array {
  const short = withoutZeros(bytes)
  return short.length === 0 || short[0]! >= 0x80 ? Uint8Array.of(0, ...short) : short
}

const withoutZeros = (bytes: Uint8Array): Uint8Array => {
  const first = bytes.findIndex((byte) => byte !== 0)
  return first === -1 ? new Uint8Array() : bytes.subarray(first)
}

/** An ArrayBuffer with exactly these bytes; `slice` of a Node Buffer would be a view of a larger one. */
const bufferOf = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

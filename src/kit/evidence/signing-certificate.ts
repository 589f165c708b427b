import { sha1 } from '@noble/hashes/legacy.js'
import { sha256, sha384, sha512 } from '@noble/hashes/sha2.js'
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import type { Attribute, Certificate, SignerInfo } from 'pkijs'
import { isEqual } from './is-equal.ts'

/** The attributes in which a signature names its certificate: RFC 5035 (SHA-1 in the first, any hash in the second). */
const attributeTypes = ['1.2.840.113549.1.9.16.2.12', '1.2.840.113549.1.9.16.2.47']

const hashes: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  '1.3.14.3.2.26': sha1,
  '2.16.840.1.101.3.4.2.1': sha256,
  '2.16.840.1.101.3.4.2.2': sha384,
  '2.16.840.1.101.3.4.2.3': sha512,
}
const [sha1Oid, sha256Oid] = Object.keys(hashes) as [string, string]

/**
 * Whether the signed attributes of a time stamp name this certificate by its hash (ESSCertID or ESSCertIDv2), as RFC 3161
 * section 2.4.2 demands: without it another certificate with the same issuer and number could be put in its place. A
 * stamp that names none is not accepted.
 */
export function namesCertificate({ signedAttrs }: SignerInfo, certificate: Certificate): boolean {
  const named = (signedAttrs?.attributes ?? []).filter(({ type }) => attributeTypes.includes(type))
  if (named.length === 0) return false
  const bytes = new Uint8Array(certificate.toSchema().toBER())
  return named.every((attribute) => {
    const id = firstIdOf(attribute)
    const hash = id && hashes[id.algorithm]
    return hash ? isEqual(hash(bytes), id.hash) : false
  })
}

/** The first certificate that an attribute names, which is the signer's. */
function firstIdOf({ type, values }: Attribute): { algorithm: string; hash: Uint8Array } | undefined {
  const [list] = partsOf(values[0])
  const id = partsOf(partsOf(list)[0])
  const given = id[0] instanceof Sequence ? partsOf(id[0])[0] : undefined
  const hash = id[0] instanceof Sequence ? id[1] : id[0]
  if (!(hash instanceof OctetString)) return undefined
  const standard = type === attributeTypes[0] ? sha1Oid : sha256Oid
  const algorithm = given instanceof ObjectIdentifier ? given.valueBlock.toString() : standard
  return { algorithm, hash: hash.valueBlock.valueHexView }
}

const partsOf = (value: unknown): unknown[] => (value instanceof Sequence ? value.valueBlock.value : [])

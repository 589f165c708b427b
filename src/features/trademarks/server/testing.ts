import { createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'
import { SignedXml } from 'xml-crypto'

/** For tests: a certificate with its key. */
export type Authority = { certificate: string; key: KeyObject; name: string }

type ValidityPeriod = { from: string; to: string }
const defaultPeriod: ValidityPeriod = { from: '2020-01-01', to: '2049-01-01' }

/** For tests: a generated certificate, signed by `by` (self-signed without it), valid for a long time. */
export function makeAuthority(
  name: string,
  { by, term = defaultPeriod, isCa = !by }: Partial<CertificateOptions> = {},
): Authority {
  const { privateKey: key, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    rsaSha256,
    nameOf(by?.name ?? name),
    der(0x30, timeOf(term.from), timeOf(term.to)),
    nameOf(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(0x30, der(0x30, basicConstraints, der(0x04, der(0x30, ...(isCa ? [yes] : [])))))),
  )
  const signature = createSign('sha256')
    .update(body)
    .sign(by?.key ?? key)
  const whole = der(0x30, body, rsaSha256, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const base64 = whole.toString('base64').replace(/.{64}/g, '$&\n')
  return { certificate: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`, key, name }
}

type CertificateOptions = { by: Authority; term: ValidityPeriod; isCa: boolean }

type SignedMarkOptions = {
  smdId: string
  markName: string
  labels: readonly string[]
  from: string
  to: string
  /** XML of further marks, in the namespace mark. */
  others: string
}

/** For tests: a signed mark file as the clearinghouse would issue it. */
export function signedMarkFile(signer: Authority, options: Partial<SignedMarkOptions> = {}): string {
  const { smdId = '0000000001-1', markName = 'Acme Signed', labels = ['acmesigned', 'acme-signed'] } = options
  const { from = '2020-01-01T00:00:00.000Z', to = '2048-01-01T00:00:00.000Z', others = '' } = options
  const name = markName.replaceAll('&', '&amp;')
  const xml =
    '<smd:signedMark xmlns:smd="urn:ietf:params:xml:ns:signedMark-1.0" id="_mark">' +
    `<smd:id>${smdId}</smd:id><smd:notBefore>${from}</smd:notBefore><smd:notAfter>${to}</smd:notAfter>` +
    '<mark:mark xmlns:mark="urn:ietf:params:xml:ns:mark-1.0"><mark:trademark>' +
    `<mark:markName>${name}</mark:markName>${labels.map((label) => `<mark:label>${label}</mark:label>`).join('')}` +
    '<mark:regDate>2013-01-01T00:00:00.000Z</mark:regDate></mark:trademark>' +
    `${others}</mark:mark></smd:signedMark>`
  const signature = new SignedXml({
    privateKey: signer.key,
    publicCert: signer.certificate,
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  })
  signature.addReference({
    xpath: '/*',
    transforms: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  })
  signature.computeSignature(xml, { prefix: 'ds', location: { reference: '/*', action: 'append' } })
  return encodedMark(signature.getSignedXml())
}

/** For tests: the XML of a signed mark as a .smd file carries it. */
export function encodedMark(xml: string): string {
  const lines = Buffer.from(xml).toString('base64').replace(/.{76}/g, '$&\n')
  return `Marks: this line is not signed\n-----BEGIN ENCODED SMD-----\n${lines}\n-----END ENCODED SMD-----\n`
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  const size = content.length
  const length = size < 0x80 ? [size] : size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff]
  return Buffer.concat([Buffer.from([tag, ...length]), content])
}

const oid = (hexadecimal: string) => der(0x06, Buffer.from(hexadecimal, 'hex'))
const yes = der(0x01, Buffer.from([0xff]))
const rsaSha256 = der(0x30, oid('2a864886f70d01010b'), der(0x05))
const basicConstraints = oid('551d13')
const nameOf = (name: string) => der(0x30, der(0x31, der(0x30, oid('550403'), der(0x0c, Buffer.from(name)))))
const timeOf = (day: string) => der(0x17, Buffer.from(`${day.slice(2).replaceAll('-', '')}000000Z`))

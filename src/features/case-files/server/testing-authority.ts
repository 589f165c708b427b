import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BitString, Integer, ObjectIdentifier, OctetString, PrintableString, Sequence, Utf8String } from 'asn1js'
import {
  Attribute,
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  Extension,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  MessageImprint,
  PKIStatusInfo,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { subtle, type webcrypto } from 'node:crypto'

/** How the test authority answers; each way except `honest` must be noticed. */
export type Behaviour =
  | 'honest'
  | 'tomorrow'
  | 'last year'
  | 'another text'
  | 'another request'
  | 'broken signature'
  | 'no purpose'
  | 'another certificate named'
  | 'no certificate named'
  | 'refuses'
  | 'down'
  | 'garbage'
  | 'silent'
  | 'endless'

export const lies: readonly Behaviour[] = [
  'tomorrow',
  'last year',
  'another text',
  'another request',
  'broken signature',
  'no purpose',
  'another certificate named',
  'no certificate named',
]

/** A time-stamp authority on this machine (RFC 3161 over HTTP); `set` changes how it answers. */
export type TestAuthority = {
  url: string
  rootPem: string
  set: (behaviour: Behaviour) => void
  /** How many requests arrived. */
  count: () => number
  close: () => Promise<void>
}

type Signer = { key: Key; certificate: Certificate }

type Key = webcrypto.CryptoKey

const ecdsa = { name: 'ECDSA', namedCurve: 'P-256' } as const
let serial = 1

export async function testAuthority(name = 'Test Time Stamps'): Promise<TestAuthority> {
  const root = await signerFor(`${name} Root`, { isRoot: true })
  const honest = await signerFor(name, { issuer: root, isForStamps: true })
  const noPurpose = await signerFor(name, { issuer: root })
  let behaviour: Behaviour = 'honest'
  let count = 0
  const server = createServer((request, response) => {
    count++
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      if (behaviour === 'silent') return
      if (behaviour === 'down') return void response.writeHead(503).end()
      response.writeHead(200, { 'content-type': 'application/timestamp-reply' })
      if (behaviour === 'garbage') return void response.end('<html>Sign in to the hotel network</html>')
      if (behaviour === 'endless') return void response.end(Buffer.alloc(300_000, 0x30))
      const signer = behaviour === 'no purpose' ? noPurpose : honest
      answerTo(Buffer.concat(pieces), signer, behaviour).then(
        (bytes) => response.end(bytes),
        (problem: Error) => response.destroy(problem),
      )
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    rootPem: pemOf(root.certificate),
    set: (next) => {
      behaviour = next
    },
    count: () => count,
    close: () => closed(server),
  }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((done) => server.close(() => done()))
}

async function answerTo(body: Buffer, { key, certificate }: Signer, behaviour: Behaviour): Promise<Buffer> {
  if (behaviour === 'refuses')
    return Buffer.from(new TimeStampResp({ status: new PKIStatusInfo({ status: 2 }) }).toSchema().toBER())
  const request = TimeStampReq.fromBER(new Uint8Array(body))
  const { hashAlgorithm, hashedMessage } = request.messageImprint
  const day = { tomorrow: 86_400_000, 'last year': -365 * 86_400_000 }[behaviour as string] ?? 0
  const info = new TSTInfo({
    version: 1,
    policy: '1.2.3.4.1',
    messageImprint: new MessageImprint({
      hashAlgorithm,
      hashedMessage: behaviour === 'another text' ? new OctetString({ valueHex: new ArrayBuffer(32) }) : hashedMessage,
    }),
    serialNumber: new Integer({ value: ++serial }),
    genTime: new Date(Date.now() + day),
    nonce: behaviour === 'another request' ? new Integer({ value: 4711 }) : request.nonce!,
  })
  const content = info.toSchema().toBER()
  const digest = await subtle.digest('SHA-256', content)
  const attribute = (type: string, value: ObjectIdentifier | OctetString | Sequence) =>
    new Attribute({ type, values: [value] })
  const signed = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: '1.2.840.113549.1.9.16.1.4',
      eContent: new OctetString({ valueHex: content }),
    }),
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: certificate.issuer, serialNumber: certificate.serialNumber }),
        signedAttrs: new SignedAndUnsignedAttributes({
          type: 0,
          attributes: [
            attribute('1.2.840.113549.1.9.3', new ObjectIdentifier({ value: '1.2.840.113549.1.9.16.1.4' })),
            attribute('1.2.840.113549.1.9.4', new OctetString({ valueHex: digest })),
            ...(behaviour === 'no certificate named'
              ? []
              : [attribute('1.2.840.113549.1.9.16.2.47', await certificateId(certificate, behaviour))]),
          ],
        }),
      }),
    ],
    certificates: [certificate],
  })
  await signed.sign(key, 0, 'SHA-256')
  if (behaviour === 'broken signature') {
    const { valueHexView } = signed.signerInfos[0]!.signature.valueBlock
    valueHexView[valueHexView.length - 1]! ^= 1
  }
  const timeStampToken = new ContentInfo({
    contentType: ContentInfo.SIGNED_DATA,
    content: signed.toSchema(true),
  })
  return Buffer.from(new TimeStampResp({ status: new PKIStatusInfo({ status: 0 }), timeStampToken }).toSchema().toBER())
}

/** The signed attribute that names the certificate by its hash (RFC 5035, SHA-256 as the hash that is not stated). */
async function certificateId(certificate: Certificate, behaviour: Behaviour): Promise<Sequence> {
  const hash = new Uint8Array(await subtle.digest('SHA-256', certificate.toSchema().toBER()))
  if (behaviour === 'another certificate named') hash[0]! ^= 1
  const id = new Sequence({ value: [new OctetString({ valueHex: hash.buffer })] })
  return new Sequence({ value: [new Sequence({ value: [id] })] })
}

type SignerOptions = { issuer?: Signer; isRoot?: boolean; isForStamps?: boolean }

async function signerFor(
  name: string,
  { issuer, isRoot = false, isForStamps = false }: SignerOptions,
): Promise<Signer> {
  const { privateKey: key, publicKey } = await subtle.generateKey(ecdsa, true, ['sign', 'verify'])
  const certificate = new Certificate({ version: 2 })
  certificate.serialNumber = new Integer({ value: ++serial })
  const add = (to: Certificate['subject']) =>
    to.typesAndValues.push(
      new AttributeTypeAndValue({ type: '2.5.4.6', value: new PrintableString({ value: 'IN' }) }),
      new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: name }) }),
    )
  add(certificate.subject)
  if (issuer) certificate.issuer = issuer.certificate.subject
  else add(certificate.issuer)
  certificate.notBefore.value = new Date(Date.now() - 1000 * 86_400_000)
  certificate.notAfter.value = new Date(Date.now() + 1000 * 86_400_000)
  const extension = (extnID: string, schema: { toBER: () => ArrayBuffer }, parsedValue: object) =>
    new Extension({ extnID, critical: true, extnValue: schema.toBER(), parsedValue })
  const constraints = new BasicConstraints({ cA: isRoot })
  const usage = new ExtKeyUsage({ keyPurposes: [isForStamps ? '1.3.6.1.5.5.7.3.8' : '1.3.6.1.5.5.7.3.1'] })
  const keyUsage = new BitString({
    valueHex: new Uint8Array([isRoot ? 0x06 : 0x80]).buffer,
    unusedBits: isRoot ? 1 : 7,
  })
  certificate.extensions = [
    extension('2.5.29.19', constraints.toSchema(), constraints),
    extension('2.5.29.15', keyUsage, keyUsage),
    ...(isRoot ? [] : [extension('2.5.29.37', usage.toSchema(), usage)]),
  ]
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  await certificate.sign(issuer?.key ?? key, 'SHA-256')
  return { key, certificate }
}

function pemOf(certificate: Certificate): string {
  const lines = Buffer.from(certificate.toSchema().toBER())
    .toString('base64')
    .match(/.{1,64}/g)!
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

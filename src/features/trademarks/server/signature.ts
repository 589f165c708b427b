import { X509Certificate } from 'node:crypto'
import { DOMParser, type Document, type Element } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'
import { signedMarkRefusals as refusals } from '#features/trademarks/messages.ts'
import { invalid } from '#kit/server/problem.ts'

export const signedMarkSpace = 'urn:ietf:params:xml:ns:signedMark-1.0'
const signatureSpace = 'http://www.w3.org/2000/09/xmldsig#'

/** Bounds far above any real signed mark: what lies beyond would only keep the server busy. */
const mostNesting = 32
const mostTags = 4000

/** What RFC 7848 lets a signed mark be signed with; SHA-1, keyed hashes and free transforms are not among it. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  CanonicalizationMethod: ['http://www.w3.org/2001/10/xml-exc-c14n#'],
  SignatureMethod: ['256', '512'].map((size) => `http://www.w3.org/2001/04/xmldsig-more#rsa-sha${size}`),
  Transform: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
  DigestMethod: ['256', '512'].map((size) => `http://www.w3.org/2001/04/xmlenc#sha${size}`),
}

/** What the signature of a signed mark covers, as a document of its own, and the certificates it came with. */
export type Signed = { root: Element; signer: X509Certificate; others: X509Certificate[] }

/**
 * Checks a signed mark's XML signature with the certificate it carries, and answers only what was signed.
 * Whether that certificate is trusted is not decided here. 422 on `file` with the check that failed.
 */
export function readSigned(xml: string): Signed {
  const document = parse(xml)
  const signature = soleSignature(document)
  const root = document.documentElement!
  checkReferences(signature, root)
  checkAlgorithms(signature)
  const [signer, ...others] = certificatesIn(signature)
  if (!signer) throw refuse(refusals.noCertificate)
  const covered = verified(xml, signature, signer)
    .map((text) => parse(text).documentElement!)
    .find((one) => isNamed(one, signedMarkSpace, 'signedMark'))
  if (!covered) throw refuse(refusals.signatureShape)
  return { root: covered, signer, others }
}

/** Parses XML without document types, entities or hostile nesting. 422 on `file`. */
function parse(xml: string): Document {
  if (/<!(DOCTYPE|ENTITY)/i.test(xml)) throw refuse(refusals.declaresEntities)
  checkBulk(xml)
  const parser = new DOMParser({
    onError: (level) => {
      if (level !== 'warning') throw refuse(refusals.notXml)
    },
  })
  const document = tried(() => parser.parseFromString(xml, 'text/xml'), refusals.notXml)
  if (!document.documentElement) throw refuse(refusals.notXml)
  return document
}

/** Counts tags and their nesting before anything is built of them. */
function checkBulk(xml: string): void {
  let depth = 0
  let tags = 0
  for (const [tag] of xml.matchAll(/<[^!?][^>]*>?/g)) {
    if (tag.startsWith('</')) depth -= 1
    else if (!tag.endsWith('/>')) depth += 1
    if (++tags > mostTags || depth > mostNesting) throw refuse(refusals.tooDeep)
  }
}

/** The one signature, which stands directly in the signed mark: a second one anywhere could stand for another content. */
function soleSignature(document: Document): Element {
  const root = document.documentElement!
  if (!isNamed(root, signedMarkSpace, 'signedMark')) throw refuse(refusals.notSignedMark)
  const every = [...document.getElementsByTagNameNS(signatureSpace, 'Signature')]
  const [signature] = every
  if (every.length !== 1 || !signature || signature.parentNode !== root) throw refuse(refusals.signatureShape)
  return signature
}

/** The signature refers to the whole signed mark, and beyond it at most to its own key; no id stands twice. */
function checkReferences(signature: Element, root: Element): void {
  const ids = [root, ...root.getElementsByTagNameNS('*', '*')].flatMap((one) =>
    [...one.attributes].filter(({ name }) => /(^|:)id$/i.test(name)).map(({ value }) => value),
  )
  const rootId = root.getAttribute('id')
  const keyId = childNamed(signature, signatureSpace, 'KeyInfo')?.getAttribute('Id')
  const info = childNamed(signature, signatureSpace, 'SignedInfo')
  const targets = [...(info?.getElementsByTagNameNS(signatureSpace, 'Reference') ?? [])].map((one) =>
    one.getAttribute('URI'),
  )
  const wanted = new Set([`#${rootId}`, ...(keyId ? [`#${keyId}`] : [])])
  const covers = targets[0] === `#${rootId}` && targets.every((target) => wanted.has(target ?? ''))
  if (!rootId || !covers || new Set(ids).size !== ids.length || new Set(targets).size !== targets.length)
    throw refuse(refusals.signatureShape)
}

function checkAlgorithms(signature: Element): void {
  for (const [name, fine] of Object.entries(allowed)) {
    const used = [...signature.getElementsByTagNameNS(signatureSpace, name)]
    if (used.length === 0 || used.some((one) => !fine.includes(one.getAttribute('Algorithm') ?? '')))
      throw refuse(refusals.weakAlgorithm)
  }
}

function certificatesIn(signature: Element): X509Certificate[] {
  const key = childNamed(signature, signatureSpace, 'KeyInfo')
  const texts = [...(key?.getElementsByTagNameNS(signatureSpace, 'X509Certificate') ?? [])]
  if (texts.length > 5) throw refuse(refusals.noCertificate)
  return tried(
    () => texts.map((one) => new X509Certificate(Buffer.from(one.textContent ?? '', 'base64'))),
    refusals.noCertificate,
  )
}

/** The canonical texts that the signature really covers; everything else in the file is left aside. */
function verified(xml: string, signature: Element, signer: X509Certificate): string[] {
  return tried(() => {
    const check = new SignedXml({
      publicCert: signer.publicKey.export({ type: 'spki', format: 'pem' }),
      getCertFromKeyInfo: () => null,
    })
    // The library knows an older kind of the same tree; text would lose the carriage returns some signers write.
    check.loadSignature(signature as unknown as Parameters<SignedXml['loadSignature']>[0])
    if (!check.checkSignature(xml)) throw refuse(refusals.tampered)
    return check.getSignedReferences()
  }, refusals.tampered)
}

/** A library's complaint about a hostile file is the file's fault and gets the sentence of the check. */
function tried<T>(work: () => T, sentence: string): T {
  try {
    return work()
  } catch {
    throw refuse(sentence)
  }
}

export const isNamed = (one: Element, space: string, name: string): boolean =>
  one.namespaceURI === space && one.localName === name

/** The first child element of that name. */
export function childNamed(parent: Element, space: string, name: string): Element | undefined {
  return childrenNamed(parent, space, name)[0]
}

export function childrenNamed(parent: Element, space: string, name: string): Element[] {
  return [...parent.getElementsByTagNameNS(space, name)].filter((one) => one.parentNode === parent)
}

const refuse = (sentence: string) => invalid({ file: sentence })

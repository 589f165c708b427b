import { X509Certificate } from 'node:crypto'
import { DOMParser, type Document, type Element } from '@xmldom/xmldom'
import { SignedXml } from 'xml-crypto'
import { signedMarkRefusals as refusals } from '#features/trademarks/messages.ts'
import { invalid } from '#kit/server/problem.ts'

/** XML namespace of signed marks (RFC 7848). */
export const signedMarkSpace = 'urn:ietf:params:xml:ns:signedMark-1.0'
const signatureSpace = 'http://www.w3.org/2000/09/xmldsig#'

/** Limits far above any real signed mark, against files that would only keep the server busy. */
const maxNesting = 32
const maxTags = 4000

/** The algorithms that RFC 7848 allows; SHA-1, keyed hashes and arbitrary transforms are not among them. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  CanonicalizationMethod: ['http://www.w3.org/2001/10/xml-exc-c14n#'],
  SignatureMethod: ['256', '512'].map((size) => `http://www.w3.org/2001/04/xmldsig-more#rsa-sha${size}`),
  Transform: ['http://www.w3.org/2000/09/xmldsig#enveloped-signature', 'http://www.w3.org/2001/10/xml-exc-c14n#'],
  DigestMethod: ['256', '512'].map((size) => `http://www.w3.org/2001/04/xmlenc#sha${size}`),
}

/** The signed part of a signed mark, as a document of its own, and the certificates that came with it. */
export type Signed = { root: Element; signer: X509Certificate; others: X509Certificate[] }

/**
 * Verifies the XML signature of a signed mark with the certificate it carries, and returns only the signed part. Does
 * not check whether that certificate is trusted. 422 on `file` with the check that failed.
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

/** Parses XML; rejects document types, entities and hostile nesting. 422 on `file`. */
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

/** Counts tags and their nesting before the document is built. */
function checkBulk(xml: string): void {
  let depth = 0
  let tags = 0
  for (const [tag] of xml.matchAll(/<[^!?][^>]*>?/g)) {
    if (tag.startsWith('</')) depth -= 1
    else if (!tag.endsWith('/>')) depth += 1
    if (++tags > maxTags || depth > maxNesting) throw refuse(refusals.tooDeep)
  }
}

/** The one signature, a direct child of the signed mark: a second one anywhere could belong to other content. */
function soleSignature(document: Document): Element {
  const root = document.documentElement!
  if (!isNamed(root, signedMarkSpace, 'signedMark')) throw refuse(refusals.notSignedMark)
  const every = [...document.getElementsByTagNameNS(signatureSpace, 'Signature')]
  const [signature] = every
  if (every.length !== 1 || !signature || signature.parentNode !== root) throw refuse(refusals.signatureShape)
  return signature
}

/**
 * Checks that the signature refers to the whole signed mark, and otherwise at most to its own key, and that no id
 * occurs twice.
 */
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
  for (const [name, permitted] of Object.entries(allowed)) {
    const used = [...signature.getElementsByTagNameNS(signatureSpace, name)]
    if (used.length === 0 || used.some((one) => !permitted.includes(one.getAttribute('Algorithm') ?? '')))
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

/** The canonical texts that the signature covers; the rest of the file is ignored. */
function verified(xml: string, signature: Element, signer: X509Certificate): string[] {
  return tried(() => {
    const check = new SignedXml({
      publicCert: signer.publicKey.export({ type: 'spki', format: 'pem' }),
      getCertFromKeyInfo: () => null,
    })
    // The library has older types for the same tree; passing text would lose carriage returns that some signers write.
    check.loadSignature(signature as unknown as Parameters<SignedXml['loadSignature']>[0])
    if (!check.checkSignature(xml)) throw refuse(refusals.tampered)
    return check.getSignedReferences()
  }, refusals.tampered)
}

/** Turns an error of a library into the 422 of the check: it means that the file is invalid. */
function tried<T>(work: () => T, sentence: string): T {
  try {
    return work()
  } catch {
    throw refuse(sentence)
  }
}

/** Whether an element has this namespace and name. */
export const isNamed = (one: Element, space: string, name: string): boolean =>
  one.namespaceURI === space && one.localName === name

/** The first child element of that name. */
export function childNamed(parent: Element, space: string, name: string): Element | undefined {
  return childrenNamed(parent, space, name)[0]
}

/** The child elements of that name. */
export function childrenNamed(parent: Element, space: string, name: string): Element[] {
  return [...parent.getElementsByTagNameNS(space, name)].filter((one) => one.parentNode === parent)
}

const refuse = (sentence: string) => invalid({ file: sentence })

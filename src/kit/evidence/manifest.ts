import { z } from 'zod'
import { sha256Text as sha256 } from './hashes.ts'

export const manifestName = 'manifest.json'
/** Names the daily lists that have the entries of the archive. */
export const listsName = 'evidence-lists.json'
export const manifestFormat = 'brandkeep-case-file/1'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** Who created a file, when, with which version, about which findings: the first link of the chain hashes this. */
const infoSchema = z.strictObject({
  format: z.literal(manifestFormat),
  id: z.uuid(),
  product: z.string(),
  version: z.string(),
  madeBy: z.string(),
  madeAt: z.string(),
  zone: z.string(),
  findings: z.array(
    z.strictObject({
      number: z.number(),
      id: z.uuid(),
      platform: z.string(),
      company: z.string(),
      brand: z.string(),
      address: z.string(),
    }),
  ),
})
const entrySchema = z.strictObject({ name: z.string(), bytes: z.number().int(), sha256: hash, chain: hash })
const manifestSchema = infoSchema.extend({ entries: z.array(entrySchema), head: hash })

export type CaseFileInfo = Omit<z.output<typeof infoSchema>, 'format'>
/** An entry of the archive: name, size in bytes and SHA-256 of its content. */
export type ArchiveEntry = { name: string; bytes: number; sha256: string }
export type Manifest = z.output<typeof manifestSchema>

/**
 * The manifest of a file: every entry with the hash of its content and a link that covers all entries before it. The
 * last link is the head: it shows whether any name, content, order or statement about the file's creation was altered.
 */
export function manifestOf(info: CaseFileInfo, listed: readonly ArchiveEntry[]): Manifest {
  const first = orderedFields(info)
  let chain = sha256(JSON.stringify(first))
  const entries = listed.map(({ name, bytes, sha256: own }) => {
    chain = sha256(`${chain}\n${JSON.stringify({ name, bytes, sha256: own })}`)
    return { name, bytes, sha256: own, chain }
  })
  return { ...first, entries, head: chain }
}

/** The text of manifest.json; equal manifests give equal bytes. */
export const manifestText = (manifestSchema: Manifest): string => `${JSON.stringify(manifestSchema, null, 1)}\n`

/** Parses a manifest; undefined when it is invalid. Its content is not verified yet. */
export function readManifest(text: string): Manifest | undefined {
  try {
    return manifestSchema.safeParse(JSON.parse(text)).data
  } catch (problem) {
    if (problem instanceof SyntaxError) return undefined
    throw problem
  }
}

/** How an expert checks the chain without this program; included as README.txt. */
export const howToCheck = [
  'This archive is a case file. It contains what was found, which actions were taken, and which replies came in.',
  '',
  'file.pdf              the same content for reading and printing',
  'findings/NNN          everything about each finding; history.json has the order of events; page/NN.wacz is the page as a',
  '                      browser received it, a WACZ web archive (WACZ 1.1.1, for programs that replay web archives)',
  'attachments           documents attached to several notices',
  'evidence-lists.json   the days whose lists of evidence have the SHA-256 of these pictures, notices and answers. Each list is',
  '                      signed and time-stamped by itself; ask the issuer for it',
  'manifest.json         name, size, SHA-256 and link of every entry, and the head of the chain',
  '',
  'proof.json            the signature of the issuer over the head, and time stamps (RFC 3161) over it',
  '',
  'To check it: drop it on verify.html of the issuer, or npm run verify-file -- FILE.zip --head HEAD --keys KEYS.json',
  'The issuer recorded the head (verification code) when the file was created; it cannot be altered. Ask them for it.',
  'Their public keys are at /.well-known/case-file-keys.json of their console. A copy of verify.html or of the keys that',
  'came with the file proves nothing: take both from the issuer.',
  '',
  'To check it by hand: the first link is the SHA-256 of the manifest without "entries" and "head", as JSON without',
  'spaces, members in the order in which they stand. Each next link is the SHA-256 of the link before, a line feed, and',
  '{"name":…,"bytes":…,"sha256":…} of the entry. The last link is the head. sha256sum gives the SHA-256 of an entry.',
  'A time stamp is over the 64 characters of the head: openssl ts -verify -token_in -in TOKEN -data HEAD.txt -CAfile ROOT',
  '',
].join('\n')

function orderedFields({ id, product, version, madeBy, madeAt, zone, findings }: CaseFileInfo) {
  return {
    format: manifestFormat as typeof manifestFormat,
    id,
    product,
    version,
    madeBy,
    madeAt,
    zone,
    findings: findings.map((one) => ({
      number: one.number,
      id: one.id,
      platform: one.platform,
      company: one.company,
      brand: one.brand,
      address: one.address,
    })),
  }
}

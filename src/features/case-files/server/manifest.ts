import { createHash } from 'node:crypto'
import { z } from 'zod'

export const manifestName = 'manifest.json'
const format = 'brandkeep-case-file/1'

const hash = z.string().regex(/^[0-9a-f]{64}$/)

/** Who made a file, when, with what, about which findings: the first link of its chain is made of this. */
const about = z.strictObject({
  format: z.literal(format),
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
const entry = z.strictObject({ name: z.string(), bytes: z.number().int(), sha256: hash, chain: hash })
const manifest = about.extend({ entries: z.array(entry), head: hash })

export type About = Omit<z.output<typeof about>, 'format'>
export type Listed = { name: string; bytes: number; sha256: string }
export type Manifest = z.output<typeof manifest>

/**
 * The manifest of a file: every entry with the hash of its content and a link that binds it to all before it. The last
 * link is the head: whoever keeps it can tell whether any name, content, order, or word about the making was altered.
 */
export function manifestOf(of: About, listed: readonly Listed[]): Manifest {
  const first = inOrder(of)
  let chain = sha256(JSON.stringify(first))
  const entries = listed.map(({ name, bytes, sha256: own }) => {
    chain = sha256(`${chain}\n${JSON.stringify({ name, bytes, sha256: own })}`)
    return { name, bytes, sha256: own, chain }
  })
  return { ...first, entries, head: chain }
}

/** The manifest as it stands in the file; the same manifest is always the same bytes. */
export const manifestText = (of: Manifest): string => `${JSON.stringify(of, null, 1)}\n`

/** Reads a manifest; undefined when it is none. What it says is not yet believed. */
export function readManifest(text: string): Manifest | undefined {
  try {
    return manifest.safeParse(JSON.parse(text)).data
  } catch (problem) {
    if (problem instanceof SyntaxError) return undefined
    throw problem
  }
}

/** How a court's expert checks the chain without this program; goes along as README.txt. */
export const howToCheck = [
  'This archive is a case file. It says what was found, what was done about it, and what came back.',
  '',
  'file.pdf              the same for reading and printing',
  'findings/NNN          what the file holds about each finding; history.json has the order of events',
  'attachments           documents that went along with several notices',
  'manifest.json         name, size, SHA-256 and link of every entry, and the head of the chain',
  '',
  'To check it: npm run verify-file -- FILE.zip --head HEAD',
  'The head was written down by whoever made the file when it was made, and nothing can alter it there. Ask them for it.',
  '',
  'To check it by hand: the first link is the SHA-256 of the manifest without "entries" and "head", as JSON without',
  'spaces, members in the order in which they stand. Each next link is the SHA-256 of the link before, a line feed, and',
  '{"name":…,"bytes":…,"sha256":…} of the entry. The last link is the head. sha256sum gives the SHA-256 of an entry.',
  '',
].join('\n')

function inOrder({ id, product, version, madeBy, madeAt, zone, findings }: About) {
  return {
    format: format as typeof format,
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

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

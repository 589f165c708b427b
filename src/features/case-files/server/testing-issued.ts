import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type CaseFileInfo, manifestName, manifestOf, manifestText } from '#kit/evidence/manifest.ts'
import { proofName, proofText } from '#kit/evidence/proof.ts'
import { openEgress } from '#kit/server/egress.ts'
import { obtainStamp } from './obtain-stamp.ts'
import { signed } from './testing-forgery.ts'
import type { TestAuthority } from './testing-authority.ts'
import { writeZip } from './write-zip.ts'

/** Entries of an archive, with their contents. */
type Content = readonly (readonly [string, Uint8Array])[]

/** For tests: a small case file. */
export const contents: Content = [
  ['README.txt', Buffer.from('How to check it\n')],
  ['findings/001/finding.json', Buffer.from('{"domain":"fake.example"}\n')],
  ['file.pdf', Buffer.from('%PDF-1.7')],
]

const info = (address: string): CaseFileInfo => ({
  id: '018f0000-0000-7000-8000-000000000001',
  product: 'Brandkeep',
  version: '1.2.3',
  madeBy: 'First Last (Analyst)',
  madeAt: new Date().toISOString(),
  zone: 'Asia/Kolkata',
  findings: [
    {
      number: 1,
      id: '018f0000-0000-7000-8000-000000000002',
      platform: 'Domain',
      company: 'Acme',
      brand: 'Acme One',
      address,
    },
  ],
})

/** For tests: case files as they are issued, written below `folder` and stamped by a test authority. */
export function issuedFiles(folder: string, authority: () => TestAuthority) {
  const egress = openEgress({ allowLoopback: true })
  const tokenOver = async (head: string): Promise<string> => {
    const of = { authority: authority().url, head, requestedAt: new Date() }
    const result = await obtainStamp({ egress, roots: [] }, of)
    return Buffer.from((result as Extract<typeof result, { got: object }>).got.token).toString('base64')
  }
  return {
    tokenOver,
    close: () => egress.close(),
    /** A case file of the installation with this secret. */
    issued: async ({ secret = 'issuer', address = 'fake.example', stamped = true, of = contents } = {}) => {
      const path = join(folder, 'made.zip')
      const zip = await writeZip(path)
      const listed = []
      for (const [name, content] of of) listed.push(await zip.add(name, content))
      const manifest = manifestOf(info(address), listed)
      await zip.add(manifestName, Buffer.from(manifestText(manifest)))
      const { head } = manifest
      const stamps = stamped ? [{ authority: authority().url, token: await tokenOver(head) }] : []
      await zip.add(proofName, Buffer.from(proofText({ head, signature: signed(head, secret), stamps })))
      await zip.end()
      await zip.close()
      return { bytes: readFileSync(path), head }
    },
  }
}

import { mailCopies } from '#features/files/server/mail-copies.ts'
import type { Db } from '#kit/server/db.ts'
import type { FileStore } from '#kit/server/files.ts'
import { largestEvidence } from './compose-report.ts'
import type { ExaminedCase } from './examine.ts'

/**
 * These findings with the smaller copies of pictures that are too large for an email, so that it shows them. One that has
 * no copy is stated by its hash.
 */
export async function withMailPictures(
  db: Db,
  files: FileStore,
  findings: readonly ExaminedCase[],
): Promise<ExaminedCase[]> {
  const large = findings.flatMap(({ picture }) =>
    picture && picture.bytes > largestEvidence && picture.bucket === files.bucket ? [picture.key] : [],
  )
  const copies = await mailCopies(db, files, large)
  return findings.map((finding) => {
    const { picture } = finding
    const copy = picture && copies.get(picture.key)
    return copy ? { ...finding, picture: { ...copy, reducedFrom: picture.sha256 } } : finding
  })
}

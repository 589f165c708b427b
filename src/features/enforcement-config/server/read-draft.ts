import {
  attachmentsNotValid,
  brandNotOfCompany,
  companyUnknown,
  platformNotOfBrand,
} from '#features/enforcement-config/messages.ts'
import type { DocumentType } from '#features/enforcement-config/rules.ts'
import { notPdf } from '#features/files/messages.ts'
import { storedFor } from '#features/files/server/stored-for.ts'
import type { Db } from '#kit/server/db.ts'
import { invalid } from '#kit/server/problem.ts'
import { type AdminPlatform, adminPlatformKey } from '#vocabulary/platform-names.ts'
import type { Day } from '#vocabulary/dates.ts'
import { companyAndBrand } from './queries.ts'
import type { StoredDocument } from './stored-document.ts'

type ConfigurationTarget = { company: string; brand: string; platform: AdminPlatform }

/** The names of company and brand. 422 unless the brand exists, belongs to the company and has the platform. */
export async function checkBrandAndPlatform(
  db: Db,
  target: ConfigurationTarget,
): Promise<{ company: string; brand: string }> {
  const found = await companyAndBrand(db, target.company, target.brand)
  if (!found) throw invalid({ company: companyUnknown })
  if (found.brand === null) throw invalid({ brand: brandNotOfCompany })
  if (!Object.hasOwn(found.platforms, adminPlatformKey(target.platform)))
    throw invalid({ platform: platformNotOfBrand })
  return { company: found.company, brand: found.brand }
}

/** Resolves attachments, with the types of `stored` where none is given, from the link or key that their upload returned. 422 unless each is a stored PDF. */
export async function checkedAttachments(
  db: Db,
  bucket: string,
  given: readonly { fileName: string; url: string; type?: DocumentType | undefined; validUntil?: Day | undefined }[],
  stored: readonly StoredDocument[] = [],
): Promise<StoredDocument[]> {
  const links = given.map(({ url }) => url)
  const keys = await storedFor(db, { bucket, purpose: 'configuration', links })
  return given.map(({ fileName, type, validUntil }, n) => {
    const key = keys[n]
    if (key === undefined) throw invalid({ attachments: notPdf })
    if (/\p{Cc}/u.test(fileName)) throw invalid({ attachments: attachmentsNotValid })
    const before = type === undefined ? stored.find((one) => one.key === key) : undefined
    const until = before ? before.validUntil : validUntil
    return {
      fileName: /\.pdf$/i.test(fileName) ? fileName : `${fileName}.pdf`,
      bucket,
      key,
      type: type ?? before?.type ?? 'other',
      ...(until ? { validUntil: until } : {}),
    }
  })
}

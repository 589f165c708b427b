import { giveStoredPicture } from '#features/findings/server/testing.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import type { AppContext } from '#kit/server/serve.ts'

/** For tests: who signs notices. */
export const testSigner = {
  name: 'Asha Rao',
  title: 'General Counsel',
  email: 'notices@acme.example',
  phone: '+911234567890',
}

/**
 * For tests: gives a brand what notices need: documents on its enforcement configurations, the host of its own site on a
 * white list, an original work, the company's signer, and a stored picture for the findings added afterwards.
 */
export async function addNoticeRequirements(
  app: AppContext,
  params: { companyId: string; brandId: string },
): Promise<void> {
  const { bucket } = app.files
  const attachments = [
    { fileName: 'Power of attorney.pdf', bucket, key: 'tests/power-of-attorney.pdf', type: 'authority' },
    { fileName: 'Trademark certificate.pdf', bucket, key: 'tests/trademark-certificate.pdf', type: 'registration' },
  ]
  for (const { key } of attachments) await app.files.put(key, Buffer.from('%PDF-1.7\n'), 'application/pdf')
  await rows(
    app.db,
    sql`update enforcement_configurations set attachments = ${JSON.stringify(attachments)}::jsonb
      where brand_id = ${params.brandId}`,
  )
  await rows(
    app.db,
    sql`update companies set notice_contact = ${JSON.stringify(testSigner)}::jsonb where id = ${params.companyId}`,
  )
  const works = [{ title: 'Acme at home', link: 'https://own-site.example/at-home' }]
  await rows(app.db, sql`update brands set works = ${JSON.stringify(works)}::jsonb where id = ${params.brandId}`)
  await whiteListHost(app, { ...params, host: 'own-site.example' })
  giveStoredPicture(params.brandId, await storePicture(app, Buffer.from('89504e470d0a1a0a00', 'hex')))
}

/** For tests: stores a picture; returns where it is. */
export async function storePicture(app: AppContext, bytes: Buffer): Promise<{ bucket: string; key: string }> {
  const { bucket } = app.files
  const key = `tests/${newId()}.png`
  await app.files.put(key, bytes, 'image/png')
  await rows(
    app.db,
    sql`insert into files (id, bucket, key, purpose, original_name, media_type, bytes, sha256)
      values (${newId()}, ${bucket}, ${key}, 'images', 'evidence.png', 'image/png', ${bytes.length}, sha256(${bytes}))`,
  )
  return { bucket, key }
}

/** For tests: adds a verified clearinghouse mark to a brand; in force for long unless it expires on a day. */
export async function addMark(
  app: AppContext,
  mark: { companyId: string; brandId: string; name: string; status?: string; expires?: string; smdId?: string },
): Promise<string> {
  const id = newId()
  const { companyId, brandId, name, status = 'Verified', expires = '2099-01-01', smdId = null } = mark
  await rows(
    app.db,
    sql`insert into trademarks (id, company_id, brand_id, mark_name, mark_type, status, reporting_date, start_date,
        expiry_date, sunrise_flag, smd_id)
      values (${id}, ${companyId}, ${brandId}, ${name}, 'Registered Trademark', ${status}, '2020-01-01', '2020-01-01',
        ${expires}, 'Yes', ${smdId})`,
  )
  return id
}

/** For tests: adds an address to a new, enabled white list of a company, of all platforms or of one. */
export async function whiteListHost(
  app: AppContext,
  { companyId, host, platform = null }: { companyId: string; host: string; platform?: string | null },
): Promise<void> {
  const id = newId()
  await rows(
    app.db,
    sql`insert into white_lists (id, company_id, platform, enabled, urls)
      values (${id}, ${companyId}, ${platform}, true, 1)`,
  )
  await rows(
    app.db,
    sql`insert into white_list_entries (list_id, company_id, position, normalised) values (${id}, ${companyId}, 0, ${host})`,
  )
}

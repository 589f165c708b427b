import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { linesOfPdf } from '#kit/server/testing-pdf.ts'
import { eCommerce } from '#platforms/e-commerce.ts'
import { caseFileHelpers, sha256 } from './testing.ts'

const { at, one } = setUpActionTests()
const { made, zipOf, storedPicture } = caseFileHelpers(at)

const pictureOf = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer()

test('the file of a counterfeit has the genuine article beside the found one; that of another kind has not', async () => {
  const [found, genuine] = [await pictureOf('red'), await pictureOf('green')]
  const { imageKey } = await storedPicture(genuine)
  await rows(
    at.database.db,
    sql`insert into brand_references (id, brand_id, kind, label, image_key, created_by)
      values (${newId()}, ${at.world.brands.own}, 'picture', 'Acme shoe', ${imageKey}, ${at.world.people.admin})`,
  )
  const ids = [
    await one(eCommerce, '33', { reasonCode: '234', title: 'Shoe', ...(await storedPicture(found)) }),
    await one(eCommerce, '33', { reasonCode: '12201', ...(await storedPicture(found)) }),
  ]
  await rows(
    at.database.db,
    sql`insert into purchases (id, company_id, finding_id, seller_name, fault)
      values (${newId()}, ${at.world.companies.parent}, ${ids[0]!}, 'Kiran Traders', 'No hologram')`,
  )
  const zip = unzipSync(await zipOf(await made(ids, 'e-commerce')))
  const finding = (n: number) => JSON.parse(strFromU8(zip[`findings/00${n}/finding.json`]!))
  expect(finding(1).genuine).toMatchObject({
    label: 'Acme shoe',
    file: 'findings/001/genuine.png',
    sha256: sha256(genuine),
    verdict: 'same',
  })
  expect(sha256(zip['findings/001/genuine.png']!)).toBe(sha256(genuine))
  expect(finding(1).purchase).toBe('bought from Kiran Traders; what was wrong: No hologram')
  expect([finding(2).genuine, finding(2).purchase]).toEqual([null, null])
  const lines = linesOfPdf(Buffer.from(zip['file.pdf']!)).join('\n')
  expect(lines.match(/Found and genuine/g)).toHaveLength(1)
  expect(lines).toContain('Genuine article: Acme shoe')
  expect(lines).toContain('what was wrong: No hologram')
})

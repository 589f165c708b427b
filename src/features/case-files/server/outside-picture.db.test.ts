import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { linesOfPdf } from '#kit/server/testing-pdf.ts'
import { domain } from '#platforms/domain.ts'
import { caseFileHelpers } from './testing.ts'

const { at, one } = setUpActionTests()
const { made, fileOf, zipOf } = caseFileHelpers(at)

test('a picture that is only a web address is a problem of the file: it is not contained, and the address is named', async () => {
  const image = 'https://img.elsewhere.example/login.png'
  const id = await made([await one(domain, '33', { image }), await one(domain, '33', { image: null })])
  const warning = `Finding 1, ${image}: It lies outside this console. No copy was stored, so this file does not contain it.`
  expect((await fileOf(id)).warnings).toEqual([warning])
  const zip = unzipSync(await zipOf(id))
  expect(Object.keys(zip).filter((name) => name.includes('picture'))).toEqual([])
  expect(JSON.parse(strFromU8(zip['findings/001/finding.json']!)).picture).toMatchObject({
    file: null,
    name: image,
    verdict: 'outside',
  })
  const lines = linesOfPdf(Buffer.from(zip['file.pdf']!)).join(' ')
  expect(lines).toContain('Problems with the evidence')
  expect(lines).toContain('so this file does not contain it')
})

import { unzipSync } from 'fflate'
import { beforeAll, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { inTransaction } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { queueToolJob } from '#features/tool-jobs/server/job-actions.ts'
import { runNextJob } from '#kit/server/run-queue.ts'
import { scraperRunners } from './runners.ts'
import { filesOfJob, pretendedBrowser, productPage, readWorkbook, type TestPage } from './testing.ts'

const { at } = setUpActionTests()
const addresses = ['https://shop.example/blue', 'https://shop.example/green']
const web = new Map<string, TestPage>(addresses.map((address) => [address, productPage('Shoe', '499.00')]))
const { browser, politeness } = pretendedBrowser((address) => web.get(address) ?? { status: 404 })
beforeAll(() => {
  Object.assign(at.testApp.app, { browser, politeness })
})

test('a picture that is no longer stored is named in the archive and beside its line', async () => {
  const id = newId()
  const job = {
    id,
    kind: 'scraper-1',
    userId: at.world.people.analyst,
    name: 'List 1',
    platform: 'e-commerce',
  } as const
  await inTransaction(at.database.pool, ({ db }) => queueToolJob(db, job, addresses))
  const { files } = at.testApp.app
  let isFirst = true
  const stream: typeof files.stream = (key) => {
    if (!isFirst || !key.endsWith('.png')) return files.stream(key)
    isFirst = false
    return Promise.resolve(undefined)
  }
  const runner = scraperRunners({ parallel: 2 }).find(({ kinds }) => kinds[0] === 'scraper-1')!
  expect(await runNextJob({ ...at.testApp.app, files: { ...files, stream } }, runner)).toBe(true)
  const headers = { authorization: `Bearer ${at.tokens['analyst']!}` }
  const made = await filesOfJob(at.testApp.server, headers, `/api/scraped/records/${id}/links`)
  const pictures = unzipSync(made.get('List-1-pictures.zip')!)
  const [kept, missing] = Object.keys(pictures)
  expect([Object.keys(pictures).length, missing]).toEqual([2, 'MISSING.txt'])
  const lost = kept!.replace(/2\.png$/, '1.png')
  expect(Buffer.from(pictures['MISSING.txt']!).toString()).toBe(`1 file is missing in the file store:\n${lost}\n`)
  const [, failed] = await readWorkbook(made.get('List-1-failed.xlsx')!)
  expect(failed).toEqual([1, addresses[0], `${lost} is missing in the file store`])
})

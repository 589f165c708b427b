import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { setUpActionTests } from '#app/testing-world.ts'
import { toolRunner } from '#features/tool-jobs/server/run-tool-job.ts'
import { openTestBrowser, serveTestPages, type TestPages } from '#kit/server/browser/testing-pages.ts'
import { BrowserError, type BrowserPage, type BrowserService } from '#kit/server/browser/types.ts'
import { rows, sql } from '#kit/server/db.ts'
import { runNextJob } from '#kit/server/run-queue.ts'
import { messages } from '#features/trademark-reports/messages.ts'
import { trademarkForms } from './forms.ts'
import { reportRunner } from './run-report.ts'
import { testForm } from './testing.ts'

const { at, get, post } = setUpActionTests()
let pages: TestPages
let browser: BrowserService
const sent: string[] = []
beforeAll(async () => {
  pages = await serveTestPages({
    '/form': testForm('/sent'),
    '/changed': '<form><input name="name"><button type="submit">Send</button></form>',
    '/nowhere': (answer) => answer.writeHead(404, { 'content-type': 'text/html' }).end('<form>Not found</form>'),
    '/sent': (answer, request) => {
      let body = ''
      request.on('data', (part: Buffer) => (body += part.toString()))
      request.on('end', () => {
        sent.push(body)
        answer.writeHead(200, { 'content-type': 'text/html' }).end('<p class="confirmation">Thank you</p>')
      })
    },
  })
  browser = openTestBrowser()
  Object.assign(at.testApp.app, { browser })
})
afterAll(async () => {
  await browser.close()
  await pages.close()
})

const links = ['https://www.pinterest.com/pin/1/', 'https://www.pinterest.com/pin/2/']
const good = () => ({
  company: at.world.companies.parent,
  brand: 'acme one',
  platform: 'social-media',
  website: 'Pinterest',
  type: 'pin',
  infringingMaterial: links,
  email: 'somebody@else.test',
})
const submit = (more: object = {}, who = 'analyst') => post('trademark', { ...good(), ...more }, who)
const errorsOf = async (more: object) => {
  const answer = await submit(more)
  return [answer.statusCode, Object.assign({}, ...(answer.json<{ errors?: object[] }>().errors ?? []))]
}
type List = { total: number; totalPages: number; data: Record<string, unknown>[] }
const newest = async () => (await get('trademark', 'analyst')).json<List>().data[0]!
const runWith = (path: string, mayFile: boolean, opens: BrowserService = browser) =>
  runNextJob(
    { ...at.testApp.app, browser: opens },
    toolRunner(
      reportRunner({ mayFile, forms: { Pinterest: { ...trademarkForms.Pinterest!, address: pages.base + path } } }),
    ),
  )
const queue = async (more: object = {}) => {
  expect((await submit(more)).json()).toMatchObject({ message: 'Form submitted successfully!' })
}

describe('trademark reports', () => {
  test('S-237 S-238 S-118 S-119 S-305 a report is queued, its form filled but not sent, the picture kept', async () => {
    const { archive } = await browser.visit(`${pages.base}/form`, { archive: true })
    const archives = (name: string) => (archive ? [name] : [])
    await queue()
    expect(await newest()).toMatchObject({
      company: 'Acme',
      brand: 'Acme One',
      platform: 'social-media',
      website: 'Pinterest',
      status: 'queued',
      numOfRecords: 2,
      infringingMaterial: links,
      screenShotURL: null,
      username: 'analyst',
    })
    expect(await runWith('/form', false)).toBe(true)
    const report = await newest()
    expect(report).toMatchObject({ status: 'processed', problem: null, _id: report['id'] })
    expect((report['files'] as { name: string }[]).map(({ name }) => name)).toEqual([
      'form-before.png',
      ...archives('form-before.wacz'),
      'form-filled.png',
      ...archives('form-filled.wacz'),
    ])
    const picture = await at.testApp.server.inject({ url: report['screenShotURL'] as string })
    expect([picture.statusCode, picture.headers['content-type']]).toEqual([200, 'image/png'])
    expect(sent, 'no setting allows it').toEqual([])
    expect(await get('trademark?page=1&limit=1', 'analyst').then((one) => one.json())).toMatchObject({
      result: true,
      total: 1,
      page: 1,
      totalPages: 1,
      isFiled: false,
    })
  })

  test('G91 where it is allowed the form is sent once, with everything the website asks for', async () => {
    await queue({
      type: 'Board',
      infringingMaterial: `${links.join('\n\n').replace('https://www.', 'hxxps://www[.]')}\n `,
    })
    await runWith('/form', true)
    expect(await newest()).toMatchObject({ status: 'processed' })
    const fields = Object.fromEntries(new URLSearchParams(sent[0]))
    expect(fields).toMatchObject({
      type: 'board',
      name: 'First Last',
      email: 'analyst@mail.test',
      owner: 'Acme Limited',
      mark: 'Acme One',
      good_faith: 'on',
    })
    expect(fields['urls']!.split(/\r\n/)).toEqual(links)
    // Killed while it was sent: it is not sent again, and its user is told.
    await rows(
      at.database.db,
      sql`update tool_jobs set state = 'Pending', tries = 0, finished_at = null where kind = 'trademark-report'
        and options ? 'filing'`,
    )
    await runWith('/form', true)
    expect(await newest()).toMatchObject({
      status: 'failed',
      problem: 'It was interrupted while the form was being sent. Please check on the website whether it has arrived.',
    })
    expect(sent).toHaveLength(1)
  })

  test('G91 a form that was sent but not confirmed fails with that reason, and its pictures are kept', async () => {
    const { confirmed } = trademarkForms.Pinterest!
    const picture = Buffer.from('picture')
    const seen = { html: testForm('/sent'), status: 200, finalAddress: pages.base, picture, archive: null }
    const done = () => Promise.resolve()
    const page = {
      waitFor: (selector: string) => Promise.resolve(selector !== confirmed),
      capture: () => Promise.resolve(seen),
      has: () => Promise.resolve(true),
      fill: done,
      choose: done,
      tick: done,
    } as unknown as BrowserPage
    const lost = new BrowserError('crashed', 'The browser ended')
    for (const [click, problem, kept] of [
      [done, 'The form was sent, but the website did not confirm it', ['before', 'filled', 'sent']],
      [() => Promise.reject(lost), messages.interrupted, ['before', 'filled']],
    ] as const) {
      await queue()
      await runWith('/form', true, {
        ...browser,
        withPage: (_address, _options, work) => work({ ...page, click }),
      })
      const report = await newest()
      expect(report).toMatchObject({ status: 'failed', problem, screenShotURL: expect.any(String) })
      expect((report['files'] as { name: string }[]).map(({ name }) => name)).toEqual(
        kept.map((name) => `form-${name}.png`),
      )
      const shown = await at.testApp.server.inject({ url: report['screenShotURL'] as string })
      expect([shown.statusCode, shown.body]).toEqual([200, 'picture'])
    }
  })

  test('a form that has changed, or does not answer, fails with the reason', async () => {
    await queue()
    await runWith('/changed', false)
    expect(await newest()).toMatchObject({
      status: 'failed',
      problem: 'The form has no field for the email address; the website may have changed it',
      screenShotURL: null,
    })
    await queue()
    await runWith('/nowhere', false)
    expect(await newest()).toMatchObject({
      status: 'failed',
      problem: 'The website returned status 404 instead of its form',
    })
  })

  test('S-182 S-183 S-184 every rule is checked, also those of websites that are not available', async () => {
    expect(
      await errorsOf({ company: undefined, brand: '', platform: '', website: '', infringingMaterial: [' '] }),
    ).toEqual([
      422,
      {
        company: 'Company is required',
        brand: 'Brand is required',
        platform: 'Platform is required',
        website: 'Website is required',
        infringingMaterial: 'Links is required',
      },
    ])
    expect(await errorsOf({ type: undefined })).toEqual([422, { type: 'Type is required' }])
    expect(await errorsOf({ type: 'Logo' })).toEqual([422, { type: 'Type is not valid' }])
    expect(await errorsOf({ website: 'Youtube', type: '' })).toEqual([
      422,
      { type: 'Type is required', YtinfringementType: 'Youtube infringement type is required' },
    ])
    expect(await errorsOf({ website: 'Youtube', type: 'Logo', YtinfringementType: 'Shorts' })).toEqual([
      422,
      { YtinfringementType: 'Youtube infringement type is not valid' },
    ])
    const notAvailable = [422, { website: 'This website is not available' }]
    expect(
      await errorsOf({ website: 'Youtube', type: 'Wordmark & logo', YtinfringementType: 'Video and Channel' }),
    ).toEqual(notAvailable)
    for (const website of ['Facebook', 'Instagram', 'elsewhere'])
      expect(await errorsOf({ website })).toEqual(notAvailable)
    expect(await errorsOf({ platform: 'e-commerce' })).toEqual(notAvailable)
    expect(await errorsOf({ brand: 'Zenith One' })).toEqual([422, { brand: 'Brand is not valid' }])
    expect(await errorsOf({ brand: 'Acme Off' })).toEqual([422, { brand: 'Brand is disabled' }])
    expect(
      await errorsOf({ company: at.world.companies.child, brand: 'Acme Junior' }),
      'only domain, e-commerce',
    ).toEqual([422, { platform: 'The brand does not have this platform' }])
    expect(await errorsOf({ infringingMaterial: ['javascript:alert(1)'] })).toEqual([
      422,
      { infringingMaterial: 'Link 1 is not a web address' },
    ])
    const many = Array.from({ length: 101 }, (_, n) => `https://www.pinterest.com/pin/${n}/`)
    expect(await errorsOf({ infringingMaterial: many })).toEqual([
      422,
      { infringingMaterial: 'Links must be between 1 and 100' },
    ])
    expect((await submit({}, 'client')).statusCode).toBe(403)
  })
})

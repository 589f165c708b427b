import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WARCParser, type WARCRecord } from 'warcio'
import { openTestBrowser, serveTestPages, type TestPages } from './testing-pages.ts'
import type { PageVisit } from './types.ts'

vi.setConfig({ testTimeout: 30_000 })

const script = 'document.body.append("made by a script")'
let pages: TestPages
let visit: PageVisit
let files: Record<string, Uint8Array>

beforeAll(async () => {
  pages = await serveTestPages({
    '/': (answer) => answer.writeHead(302, { location: '/page', 'set-cookie': ['a=1', 'b=2'] }).end(),
    '/page':
      '<title>Näme</title><p>text</p><script src=/s.js></script><img src=/p.svg><iframe src=/frame></iframe><script src=/large></script>',
    '/s.js': (answer) =>
      answer.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'gzip' }).end(gzipSync(script)),
    '/p.svg': (answer) =>
      answer.writeHead(200, { 'content-type': 'image/svg+xml' }).end('<svg xmlns="http://www.w3.org/2000/svg"/>'),
    '/frame': '<p>framed',
    '/large': (answer) => answer.writeHead(200, { 'content-type': 'text/javascript' }).end(' '.repeat(12_000_000)),
  })
  const browser = openTestBrowser()
  visit = await browser.visit(`${pages.base}/`, { archive: true })
  await browser.close()
  files = unzipSync(visit.archive!)
}, 30_000)
afterAll(() => pages.close())

const sha256 = (content: Uint8Array | string) => createHash('sha256').update(content).digest('hex')
const textOf = (name: string) => Buffer.from(files[name]!).toString('utf8')

type Parsed = { record: WARCRecord; payload: Buffer }

async function parsedRecords(bytes: Uint8Array): Promise<Parsed[]> {
  const found: Parsed[] = []
  const reader = (async function* () {
    yield bytes
  })()
  for await (const record of new WARCParser(reader)) {
    const payload = Buffer.from((await record.readFully(true)) ?? [])
    found.push({ record, payload })
  }
  return found
}

async function infoOf(warc: Uint8Array): Promise<string> {
  const [info] = await parsedRecords(warc)
  return info!.payload.toString()
}

test('the archive of a page has every response, readable by another program, with right digests', async () => {
  const records = await parsedRecords(files['archive/data.warc.gz']!)
  const of = (address: string) => records.find(({ record }) => record.warcTargetURI === address)!
  expect(records.map(({ record }) => record.warcType)).toEqual(['warcinfo', ...Array(6).fill('response'), 'resource'])
  for (const { record, payload } of records.slice(1))
    expect(record.warcPayloadDigest, record.warcTargetURI ?? '').toBe(`sha256:${sha256(payload)}`)
  expect(of(`${pages.base}/`).record.httpHeaders?.statusCode).toBe(302)
  expect(of(`${pages.base}/`).record.httpHeaders?.headers.get('location')).toBe('/page')
  expect(of(`${pages.base}/page`).payload.toString()).toContain('<title>Näme</title>')
  // As decoded: the header of the transfer is gone, and the length fits.
  const { record, payload } = of(`${pages.base}/s.js`)
  expect(payload.toString()).toBe(script)
  expect(record.httpHeaders?.headers.get('content-encoding')).toBeNull()
  expect(record.httpHeaders?.headers.get('content-length')).toBe(`${script.length}`)
  expect(of(`${pages.base}/frame`).payload.toString()).toBe('<p>framed')
  expect(of(`${pages.base}/large`).record.warcHeader('WARC-Truncated')).toBe('length')
  expect(of(`urn:view:${pages.base}/page`).payload.equals(visit.picture)).toBe(true)
  expect(visit.text).toContain('made by a script')
})

test('the index leads to each record, and the package states the digest of each part', async () => {
  const lines = textOf('indexes/index.cdx').trimEnd().split('\n')
  expect(lines).toEqual([...lines].sort())
  const warc = files['archive/data.warc.gz']!
  for (const line of lines) {
    const entry = JSON.parse(line.slice(line.indexOf('{'))) as Record<string, string>
    const at = Number(entry['offset'])
    const [found] = await parsedRecords(warc.subarray(at, at + Number(entry['length'])))
    expect(found?.record.warcTargetURI).toBe(entry['url'])
  }
  const described = JSON.parse(textOf('datapackage.json')) as {
    resources: { path: string; hash: string; bytes: number }[]
  }
  for (const { path, hash, bytes } of described.resources)
    expect([hash, bytes], path).toEqual([`sha256:${sha256(files[path]!)}`, files[path]!.length])
  expect(textOf('datapackage.json') + (await infoOf(warc))).not.toContain('Brandkeep')
  expect(await infoOf(warc)).toContain('software: Test Console')
  expect(described).toMatchObject({
    software: 'Test Console',
    wacz_version: '1.1.1',
    mainPageUrl: `${pages.base}/page`,
    title: 'Näme',
  })
  expect(JSON.parse(textOf('datapackage-digest.json'))).toEqual({
    path: 'datapackage.json',
    hash: `sha256:${sha256(files['datapackage.json']!)}`,
  })
  expect(textOf('pages/pages.jsonl').split('\n')[1]).toContain(`"url":"${pages.base}/page"`)
  expect(visit.sha256.archive).toBe(sha256(visit.archive!))
})

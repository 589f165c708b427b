import { createHash } from 'node:crypto'
import { zipSync } from 'fflate'
import type { WarcFile, WarcRecord } from './warc.ts'

export type ArchivedPage = { address: string; title: string; at: Date; software: string }

/**
 * Packs a file of records as WACZ 1.1.1: records and index stored, so that a viewer reads parts of them; the digest of
 * each part is in datapackage.json, and that file's own in datapackage-digest.json.
 */
export function packWacz({ bytes, records }: WarcFile, page: ArchivedPage): Buffer {
  const index = [...records].map(indexLine).sort().join('')
  const pages = [
    { format: 'json-pages-1.0', id: 'pages', title: 'All Pages' },
    { id: sha256(page.address).slice(0, 22), url: page.address, ts: page.at.toISOString(), title: page.title },
  ]
  const parts: Record<string, Uint8Array> = {
    'archive/data.warc.gz': bytes,
    'indexes/index.cdx': Buffer.from(index),
    'pages/pages.jsonl': Buffer.from(pages.map((one) => `${JSON.stringify(one)}\n`).join('')),
  }
  const description = Buffer.from(
    JSON.stringify(
      {
        profile: 'data-package',
        wacz_version: '1.1.1',
        title: page.title,
        software: page.software,
        created: page.at.toISOString(),
        mainPageUrl: page.address,
        mainPageDate: page.at.toISOString(),
        resources: Object.entries(parts).map(([path, content]) => ({
          name: path.slice(path.lastIndexOf('/') + 1),
          path,
          hash: `sha256:${sha256(content)}`,
          bytes: content.byteLength,
        })),
      },
      null,
      2,
    ),
  )
  const digest = JSON.stringify({ path: 'datapackage.json', hash: `sha256:${sha256(description)}` })
  const files = { ...parts, 'datapackage.json': description, 'datapackage-digest.json': Buffer.from(digest) }
  return Buffer.from(zipSync(files, { level: 0, mtime: page.at }))
}

const sha256 = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex')

function indexLine({ address, status, mediaType, digest, at, offset, length }: WarcRecord): string {
  const entry = {
    url: address,
    mime: mediaType,
    status: `${status}`,
    digest,
    length: `${length}`,
    offset: `${offset}`,
    filename: 'data.warc.gz',
  }
  return `${sortableAddress(address)} ${at.toISOString().replace(/\D/g, '').slice(0, 14)} ${JSON.stringify(entry)}\n`
}

/** The address with its host turned around, as indexes sort them: com,example,www)/path. */
function sortableAddress(address: string): string {
  if (!/^https?:/.test(address)) return address
  const { hostname, port, pathname, search } = new URL(address)
  const host = hostname
    .replace(/^www\d*\./, '')
    .split('.')
    .reverse()
    .join(',')
  return `${host}${port === '' ? '' : `:${port}`})${(pathname + search).toLowerCase()}`.replaceAll(' ', '%20')
}

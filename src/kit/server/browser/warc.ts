import { createHash, randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Outside the thread of requests: a large page takes a second. */
const pack = promisify(gzip)

/** One exchange as a browser reported it; the body as decoded, undefined where it was too large or not recorded. */
export type Exchange = {
  address: string
  status: number
  statusText: string
  headers: readonly (readonly [name: string, value: string])[]
  body: Buffer | undefined
  /** When the response came. */
  at: Date
}

/** Where a record lies in a file of records, and what an index says of it. */
export type WarcRecord = {
  address: string
  status: number
  mediaType: string
  digest: string
  at: Date
  offset: number
  length: number
}

export type WarcFile = { bytes: Buffer; records: WarcRecord[] }

/** Headers of the transfer, which do not fit a body that is kept decoded. */
const ofTransfer = /^(content-encoding|content-length|transfer-encoding|connection|keep-alive|trailer|upgrade)$/i

/** Writes exchanges and pictures as WARC 1.1 (ISO 28500): one gzip member for each record, digests by SHA-256. */
export async function writeWarc(
  exchanges: readonly Exchange[],
  { software, picture }: { software: string; picture: { address: string; png: Buffer; at: Date } },
): Promise<WarcFile> {
  const parts: Buffer[] = []
  const records: WarcRecord[] = []
  let offset = 0
  const add = async (record: Buffer): Promise<{ offset: number; length: number }> => {
    const packed = await pack(record)
    const span = { offset, length: packed.length }
    parts.push(packed)
    offset += packed.length
    return span
  }
  await add(warcinfo(software, picture.at))
  for (const one of exchanges) {
    const payload = one.body ?? Buffer.alloc(0)
    records.push({
      address: one.address,
      status: one.status,
      mediaType: mediaTypeOf(one),
      digest: digestOf(payload),
      at: one.at,
      ...(await add(response(one, payload))),
    })
  }
  // The picture is a resource of its own, under the name that archives of browsers use for it.
  const address = `urn:view:${picture.address}`
  const digest = digestOf(picture.png)
  records.push({
    address,
    status: 200,
    mediaType: 'image/png',
    digest,
    at: picture.at,
    ...(await add(resource(address, picture))),
  })
  return { bytes: Buffer.concat(parts), records }
}

const digestOf = (content: Buffer) => `sha256:${createHash('sha256').update(content).digest('hex')}`

/** WARC dates have whole seconds or a fraction; none has another zone than UTC. */
const dateOf = (at: Date) => at.toISOString()

function warcinfo(software: string, at: Date): Buffer {
  const block = Buffer.from(`software: ${software}\r\nformat: WARC File Format 1.1\r\n`)
  return recordOf(
    { 'WARC-Type': 'warcinfo', 'WARC-Date': dateOf(at), 'Content-Type': 'application/warc-fields' },
    block,
  )
}

function response({ address, status, statusText, headers, body, at }: Exchange, payload: Buffer): Buffer {
  const retained = headers
    .filter(([name]) => !ofTransfer.test(name))
    .map(([name, value]) => `${oneLine(name)}: ${oneLine(value)}`)
  const head = [
    `HTTP/1.1 ${status} ${oneLine(statusText)}`,
    ...retained,
    `Content-Length: ${payload.length}`,
    '',
    '',
  ].join('\r\n')
  return recordOf(
    {
      'WARC-Type': 'response',
      'WARC-Target-URI': address,
      'WARC-Date': dateOf(at),
      'WARC-Payload-Digest': digestOf(payload),
      ...(body === undefined ? { 'WARC-Truncated': 'length' } : {}),
      'Content-Type': 'application/http; msgtype=response',
    },
    Buffer.concat([Buffer.from(head), payload]),
  )
}

function resource(address: string, { png, at }: { png: Buffer; at: Date }): Buffer {
  return recordOf(
    {
      'WARC-Type': 'resource',
      'WARC-Target-URI': address,
      'WARC-Date': dateOf(at),
      'WARC-Payload-Digest': digestOf(png),
      'Content-Type': 'image/png',
    },
    png,
  )
}

function recordOf(fields: Record<string, string>, block: Buffer): Buffer {
  const all = {
    ...fields,
    'WARC-Record-ID': `<urn:uuid:${randomUUID()}>`,
    'WARC-Block-Digest': digestOf(block),
    'Content-Length': `${block.length}`,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${oneLine(value)}`)
  return Buffer.concat([Buffer.from(`WARC/1.1\r\n${lines.join('\r\n')}\r\n\r\n`), block, Buffer.from('\r\n\r\n')])
}

/** A line break in a value would begin a header of its own. */
const oneLine = (text: string) => text.replace(/[\r\n]+/g, ' ')

const mediaTypeOf = ({ headers }: Exchange): string => {
  const [, type = ''] = headers.find(([name]) => name.toLowerCase() === 'content-type') ?? []
  return /^[\w.+-]+\/[\w.+-]+/.exec(type)?.[0].toLowerCase() ?? 'unk'
}

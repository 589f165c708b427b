import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { FileStore } from './files.ts'
import { newId } from './id.ts'
import { shareAnswer } from './share-answer.ts'
import { untilItWorks } from './until-it-works.ts'

export type S3Settings = { endpoint: string; bucket: string; accessKey: string; secretKey: string; region: string }

/**
 * How long the store may take, in ms: to connect, which includes the wait for a free connection; to begin an answer that is
 * no upload's; and without a byte in either direction.
 */
export type S3Times = { connect: number; answer: number; idle: number }
const usualTimes: S3Times = { connect: 10_000, answer: 15_000, idle: 60_000 }

/** Files are sent to people as fast as they read, so the store waits for them; `cutOffUnread` ends what is not read. */
const downloadIdle = 15 * 60_000
/** Connections for files that are sent or copied, and for all else: slow readers keep nobody from saving. */
const connections = { downloads: 300, others: 100 }

/** How long what a test of writing found is believed, in ms: each costs a request that is paid for. */
const probeEvery = 60_000

/** Objects in an S3-compatible store. The bucket must exist. The library takes 10 MB and is loaded when first used. */
export function s3Files(settings: S3Settings, times: S3Times = usualTimes): FileStore {
  const Bucket = settings.bucket
  const store = untilItWorks(() => openStore(settings, times))
  /** For what is answered at once; an upload is answered when it has arrived. */
  const soon = { requestTimeout: times.answer }
  const put = async (
    Key: string,
    Body: Uint8Array | Readable,
    more: { ContentType: string; ContentLength?: number },
  ) => {
    const { s3, client } = await store()
    await client.send(new s3.PutObjectCommand({ Bucket, Key, Body, ...more }))
  }
  const remove = async (Key: string) => {
    const { s3, client } = await store()
    await client.send(new s3.DeleteObjectCommand({ Bucket, Key }), soon)
  }
  const probeKey = `${probePrefix}${newId()}`
  const probe = shareAnswer(probeEvery, async () => {
    await put(probeKey, Buffer.from('ok'), { ContentType: 'text/plain' })
    await remove(probeKey)
  })
  return {
    bucket: Bucket,
    put: (key, bytes, ContentType) => put(key, bytes, { ContentType }),
    putFile: async (key, path, ContentType) => {
      const { size: ContentLength } = await stat(path)
      await put(key, createReadStream(path), { ContentLength, ContentType })
    },
    read: async (Key) => {
      const { s3, client } = await store()
      const found = await client.send(new s3.GetObjectCommand({ Bucket, Key }), soon).catch(undefinedIfMissing)
      return found?.Body ? Buffer.from(await found.Body.transformToByteArray()) : undefined
    },
    stream: async (Key) => {
      const { s3, downloads } = await store()
      const found = await downloads.send(new s3.GetObjectCommand({ Bucket, Key }), soon).catch(undefinedIfMissing)
      return found?.Body ? { body: found.Body as Readable, bytes: found.ContentLength ?? 0 } : undefined
    },
    remove,
    list: async function* () {
      const { s3, client } = await store()
      for await (const page of s3.paginateListObjectsV2({ client }, { Bucket }))
        for (const { Key } of page.Contents ?? []) if (Key !== undefined && !Key.startsWith(probePrefix)) yield Key
    },
    check: async () => {
      const { s3, client } = await store()
      await client.send(new s3.HeadBucketCommand({ Bucket }), soon)
      await probe()
    },
  }
}

const probePrefix = '.probe-'

async function openStore({ endpoint, region, accessKey, secretKey }: S3Settings, { connect, idle }: S3Times) {
  const s3 = await import('@aws-sdk/client-s3')
  const open = (maxSockets: number, socketTimeout: number): S3Client =>
    new s3.S3Client({
      endpoint,
      region,
      forcePathStyle: true,
      credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
      // Not all stores other than Amazon's support the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: {
        connectionTimeout: connect,
        socketTimeout,
        throwOnRequestTimeout: true,
        httpAgent: { maxSockets },
        httpsAgent: { maxSockets },
      },
    })
  return { s3, client: open(connections.others, idle), downloads: open(connections.downloads, downloadIdle) }
}

function undefinedIfMissing(problem: Error): undefined {
  if (problem.name === 'NoSuchKey' || problem.name === 'NotFound') return undefined
  throw problem
}

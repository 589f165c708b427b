import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import type { FileStore } from './files.ts'

export type S3Settings = { endpoint: string; bucket: string; accessKey: string; secretKey: string; region: string }

/** Objects in an S3-compatible store. The bucket must exist. The library takes 10 MB and is loaded when first used. */
export function s3Files(settings: S3Settings): FileStore {
  const Bucket = settings.bucket
  let opened: ReturnType<typeof openStore> | undefined
  const store = () => (opened ??= openStore(settings))
  const get = async (Key: string) => {
    const { s3, client } = await store()
    return client.send(new s3.GetObjectCommand({ Bucket, Key })).catch(undefinedIfMissing)
  }
  return {
    bucket: Bucket,
    put: async (Key, Body, ContentType) => {
      const { s3, client } = await store()
      await client.send(new s3.PutObjectCommand({ Bucket, Key, Body, ContentType }))
    },
    putFile: async (Key, path, ContentType) => {
      const { s3, client } = await store()
      const { size: ContentLength } = await stat(path)
      const Body = createReadStream(path)
      await client.send(new s3.PutObjectCommand({ Bucket, Key, Body, ContentLength, ContentType }))
    },
    read: async (key) => {
      const found = await get(key)
      return found?.Body ? Buffer.from(await found.Body.transformToByteArray()) : undefined
    },
    stream: async (key) => {
      const found = await get(key)
      return found?.Body ? { body: found.Body as Readable, bytes: found.ContentLength ?? 0 } : undefined
    },
    remove: async (Key) => {
      const { s3, client } = await store()
      await client.send(new s3.DeleteObjectCommand({ Bucket, Key }))
    },
    list: async function* () {
      const { s3, client } = await store()
      for await (const page of s3.paginateListObjectsV2({ client }, { Bucket }))
        for (const { Key } of page.Contents ?? []) if (Key !== undefined) yield Key
    },
    check: async () => {
      const { s3, client } = await store()
      await client.send(new s3.HeadBucketCommand({ Bucket }))
    },
  }
}

async function openStore({ endpoint, region, accessKey, secretKey }: S3Settings) {
  const s3 = await import('@aws-sdk/client-s3')
  const client: S3Client = new s3.S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Not all stores other than Amazon's support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { s3, client }
}

function undefinedIfMissing(problem: Error): undefined {
  if (problem.name === 'NoSuchKey' || problem.name === 'NotFound') return undefined
  throw problem
}

import type { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { FileStore } from './files.ts'

export type S3Settings = { endpoint: string; bucket: string; accessKey: string; secretKey: string; region: string }

/** Objects in an S3-compatible store. The bucket must exist. */
export function s3Files(settings: S3Settings): FileStore {
  const Bucket = settings.bucket
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region,
    forcePathStyle: true,
    credentials: { accessKeyId: settings.accessKey, secretAccessKey: settings.secretKey },
    // Stores other than Amazon's do not all know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  const get = (Key: string) => client.send(new GetObjectCommand({ Bucket, Key })).catch(nothingThere)
  return {
    bucket: Bucket,
    put: async (Key, Body, ContentType) => {
      await client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType }))
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
      await client.send(new DeleteObjectCommand({ Bucket, Key }))
    },
    check: async () => {
      await client.send(new HeadBucketCommand({ Bucket }))
    },
  }
}

function nothingThere(problem: Error): undefined {
  if (problem.name === 'NoSuchKey' || problem.name === 'NotFound') return undefined
  throw problem
}

import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Settings } from './s3-files.ts'

export type FakeS3 = {
  settings: S3Settings
  /** What is stored, by key. */
  objects: Map<string, Buffer>
  /** Every request so far, as 'PUT key'. */
  requests: string[]
  /** The status of the next answers to all calls or those of one method, or 'none' for no answer at all. */
  answer: (how: number | 'none' | undefined, method?: string) => void
  close: () => void
}

/** A server with the calls of S3 that the file store uses. It checks no signatures: Swift does, in the system tests. */
export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, Buffer>()
  const requests: string[] = []
  let [how, only]: [how?: number | 'none' | undefined, only?: string | undefined] = []
  const respond = async (request: IncomingMessage): Promise<[status: number, body?: Buffer]> => {
    const key = decodeURIComponent(request.url!.split('?')[0]!.split('/').slice(2).join('/'))
    requests.push(`${request.method} ${key}`)
    const body = await buffer(request)
    if (typeof how === 'number' && (only ?? request.method) === request.method)
      return [how, Buffer.from('<Error><Code>Refused</Code></Error>')]
    if (request.method === 'PUT') objects.set(key, body)
    if (request.method === 'DELETE') objects.delete(key)
    if (request.method !== 'GET') return [request.method === 'DELETE' ? 204 : 200]
    const found = objects.get(key)
    return found ? [200, found] : [404, Buffer.from('<Error><Code>NoSuchKey</Code></Error>')]
  }
  const server = createServer((request, response) => {
    void respond(request).then(([status, body]) => {
      if (how !== 'none') response.writeHead(status, { 'content-length': body?.length ?? 0 }).end(body)
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    settings: { endpoint, bucket: 'findings', accessKey: 'a', secretKey: 'b', region: 'us-east-1' },
    objects,
    requests,
    answer: (next, method) => {
      ;[how, only] = [next, method]
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CreateBucketCommand, DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '../../src/kit/server/s3-files.ts'
import { freePort } from '../../src/kit/server/free-port.ts'

export type Swift = { settings: S3Settings; stop: () => Promise<void> }

const parts = ['account', 'container', 'object'] as const

/**
 * OpenStack Swift with its S3 interface, as Debian packs it, of one device, with an empty bucket. It proves signatures,
 * which toy servers do not. Call it in beforeAll.
 */
export async function startSwift(): Promise<Swift> {
  const folder = mkdtempSync(join(tmpdir(), 'brandkeep-swift-'))
  mkdirSync(join(folder, 'devices', 'one'), { recursive: true })
  const processes: ChildProcess[] = []
  const serve = (program: string, name: string) => {
    const log = openSync(join(folder, `${name}.log`), 'w')
    processes.push(
      spawn(`/usr/bin/swift-${program}-server`, [`${name}.conf`, '-v'], { cwd: folder, stdio: ['ignore', log, log] }),
    )
  }
  for (const part of parts) {
    const port = await freePort()
    const ring = (...words: string[]) =>
      execFileSync('/usr/bin/swift-ring-builder', [`${part}.builder`, ...words], { cwd: folder })
    ring('create', '4', '1', '1')
    ring('add', `r1z1-127.0.0.1:${port}/one`, '1')
    ring('rebalance')
    writeFileSync(
      join(folder, `${part}.conf`),
      `${common(folder, port)}devices = ${folder}/devices\nmount_check = false\n` +
        `[pipeline:main]\npipeline = ${part}-server\n[app:${part}-server]\nuse = egg:swift#${part}\n`,
    )
    serve(part, part)
  }
  const [port, memory] = [await freePort(), await freePort()]
  processes.push(
    spawn('/usr/bin/memcached', ['-l', '127.0.0.1', '-p', String(memory), '-u', 'nobody'], { stdio: 'ignore' }),
  )
  writeFileSync(join(folder, 'proxy.conf'), common(folder, port) + proxy(memory))
  serve('proxy', 'proxy')

  const settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'findings',
    accessKey: 'brandkeep:tester',
    secretKey: 'secret-of-the-tests',
    region: 'us-east-1',
  }
  const stop = async () => {
    const living = processes.filter((one) => one.exitCode === null && one.signalCode === null)
    const ended = Promise.all(living.map((one) => once(one, 'exit')))
    for (const one of living) one.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await makeBucket(settings)
  } catch (problem) {
    const log = readFileSync(join(folder, 'proxy.log'), 'utf8').slice(0, 2000)
    await stop()
    throw new Error(`Swift did not start:\n${log}`, { cause: problem })
  }
  return { settings, stop }
}

const common = (folder: string, port: number) =>
  `[DEFAULT]\nbind_ip = 127.0.0.1\nbind_port = ${port}\nuser = ${userInfo().username}\nswift_dir = ${folder}\nworkers = 0\n`

const filters = ['s3api', 'copy', 'slo', 'dlo', 'symlink', 'tempauth']
const proxy = (memory: number) => `[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo dlo symlink proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${memory}
${filters.map((name) => `[filter:${name}]\nuse = egg:swift#${name}`).join('\n')}
user_brandkeep_tester = secret-of-the-tests .admin
`

/**
 * Creates the bucket and stores a first object, retrying while the parts of the store start one after the other: the
 * server of objects may still be starting when that of buckets answers, and the proxy then answers 503 for a while.
 */
async function makeBucket({ endpoint, region, accessKey, secretKey, bucket }: S3Settings): Promise<void> {
  const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey }
  const client = new S3Client({ endpoint, region, forcePathStyle: true, credentials, maxAttempts: 1 })
  let isCreated = false
  for (let tries = 240; ; tries--) {
    try {
      if (!isCreated) await client.send(new CreateBucketCommand({ Bucket: bucket }))
      isCreated = true
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: 'first', Body: 'first' }))
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: 'first' }))
      break
    } catch (problem) {
      if (tries === 0) throw problem
      await sleep(250)
    }
  }
  client.destroy()
}

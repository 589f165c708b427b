import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, signIn } from './call.ts'
import { openWorld, untilReady, type World } from './world.ts'

/** Free space of each small disk before it is filled. */
const FREE_MB = 150
const ROWS = 5000
/** How long the console may take to be ready once there is space again. */
const READY_LIMIT_MS = 60_000

export type DiskCounts = { sent: number; refused: number; refusedFull: number; readyAfterMs: number; wrong: string[] }

/**
 * A console whose disk runs full: that of the stored files alone, that of everything, and that of the database's log (WAL)
 * alone, which ends the database. What does not fit is refused as full or while the database restarts, nothing is half
 * stored, readiness says so, and once there is space it is ready again by itself. undefined where it cannot be done: small
 * disks need root on Linux and the right to mount, which containers do not have.
 */
export async function fillDisks(dataDir: string, port: number): Promise<Record<string, DiskCounts> | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !mayMount(dataDir)) return undefined
  const world = await openWorld({ dataDir, port, env: { MIN_FREE_MB: '20' }, hasWorker: false })
  try {
    return {
      files: await onSmallDisk(world, join(dataDir, 'files'), fillFiles),
      everything: await onSmallDisk(world, dataDir, (folder) => fillByUploads(world, folder, 40 * 1024 ** 2)),
      // Last: what was written to the small disk is gone afterwards, and the database without its log.
      'the log': await onSmallDisk(world, join(dataDir, 'pg', 'pg_wal'), (folder) => fillByUploads(world, folder, 0)),
    }
  } finally {
    await world.close()
  }
}

function mayMount(dataDir: string): boolean {
  const folder = `${dataDir}-try`
  mkdirSync(folder, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', folder], { stdio: 'ignore' })
    execFileSync('umount', [folder])
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Runs `work` while `folder` is on a small disk in memory, with its contents; afterwards it is as it was before. */
async function onSmallDisk(
  world: World,
  folder: string,
  work: (folder: string, world: World) => Promise<DiskCounts>,
): Promise<DiskCounts> {
  await world.stopApi()
  const copy = `${world.dataDir}-copy`
  execFileSync('cp', ['-a', folder, copy])
  const taken = Number(execFileSync('du', ['-sm', copy], { encoding: 'utf8' }).split('\t')[0])
  const { uid, gid, mode } = statSync(folder)
  const rights = `uid=${uid},gid=${gid},mode=${(mode & 0o7777).toString(8)}`
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${taken + FREE_MB}m,${rights}`, 'tmpfs', folder])
  try {
    execFileSync('cp', ['-a', `${copy}/.`, folder])
    rmSync(copy, { recursive: true })
    await world.recover()
    return await work(folder, world)
  } finally {
    await world.stopApi()
    execFileSync('umount', ['-l', folder])
  }
}

const noCounts = (): DiskCounts => ({ sent: 0, refused: 0, refusedFull: 0, readyAfterMs: 0, wrong: [] })

/** Fills a disk up to `left` bytes; returns what gives the space back. */
function fill(folder: string, left: number): () => void {
  const filler = join(folder, 'filler')
  const { bavail, bsize } = statfsSync(folder)
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - left)))
  return () => rmSync(filler)
}

/** Uploads until the disk at `folder`, which is filled up to `left` bytes before, has refused three. */
async function fillByUploads(world: World, folder: string, left: number): Promise<DiskCounts> {
  const counts = noCounts()
  const { token } = await signIn(world.url, 'analyst@demo.test')
  const { company, brand } = await signIn(world.url, 'client@demo.test')
  const empty = fill(folder, left)
  const acknowledged: string[] = []
  for (; counts.sent < 20 && counts.refused < 3; counts.sent++) {
    const tag = `disk${counts.sent}`
    const data = Array.from({ length: ROWS }, (_, n) => ({
      sn: n + 1,
      site: 'Amazon',
      url: `https://shop.example/${tag}/${n}`,
      title: `${tag} ${'x'.repeat(200)}`,
      price: 1,
      reason: 'Counterfeit',
      priority: 'High',
      status: '33',
      username: 'x',
      lid: `${tag}L${n}`,
      brand: '',
      image: 'https://img.example/x.jpg',
      employeeCode: 'E1',
    }))
    const reportingDate = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
    const body = { data, company, brand, reportingDate, platform: 'e-commerce' }
    const { status, text } = await call(world.url, 'POST', '/api/save-bulk-data', { token, body })
    if (status === 200) acknowledged.push(tag)
    else counts.refused++
    if (status === 507) counts.refusedFull++
    // 503: the log of the database did not fit, and it starts again.
    if (![200, 503, 507].includes(status)) counts.wrong.push(`an upload on a full disk: ${status} ${text}`)
  }
  await readyAgain(world, counts, empty)
  const rows = await world.ask<{ tag: string; n: number }>(
    `select split_part(url, '/', 4) as tag, count(*)::int as n from findings_e_commerce where url like 'https://shop.example/disk%' group by 1`,
  )
  for (const { tag, n } of rows) if (n !== ROWS) counts.wrong.push(`half: ${tag} has ${n} of ${ROWS} rows`)
  for (const tag of acknowledged) if (!rows.some((one) => one.tag === tag)) counts.wrong.push(`lost: ${tag}`)
  return counts
}

/** Pictures on a full disk of their own, while the database has space: there is no reason for anything but 507. */
async function fillFiles(folder: string, world: World): Promise<DiskCounts> {
  const counts = noCounts()
  const { token } = await signIn(world.url, 'analyst@demo.test')
  const empty = fill(folder, 4 * 1024 ** 2)
  const stored: { link: string; bytes: Buffer }[] = []
  for (; counts.sent < 20 && counts.refused < 3; counts.sent++) {
    const bytes = pictureOf(counts.sent)
    const { status, link } = await sendPicture(world.url, token, bytes)
    if (link) stored.push({ link, bytes })
    else counts.refused++
    if (status === 507) counts.refusedFull++
    if (status !== 200 && status !== 507) counts.wrong.push(`a picture on a full disk: ${status}`)
  }
  if (counts.refusedFull === 0) counts.wrong.push('no picture was refused with 507')
  if (stored.length === 0) counts.wrong.push('no picture fitted')
  await readyAgain(world, counts, empty)
  const parts = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.part'))
  if (parts.length > 0) counts.wrong.push(`${parts.length} parts of pictures were left: ${parts[0]}`)
  for (const { link, bytes } of stored) {
    const found = Buffer.from(await (await fetch(world.url + link)).arrayBuffer())
    if (!found.equals(bytes)) counts.wrong.push(`a stored picture has ${found.length} of ${bytes.length} bytes`)
  }
  const { status } = await sendPicture(world.url, token, pictureOf(99))
  if (status !== 200) counts.wrong.push(`a picture after there was space again: ${status}`)
  return counts
}

/** A picture of a megabyte by its first and last bytes, each with other contents. */
const pictureOf = (n: number) =>
  Buffer.concat([
    Buffer.from('89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de', 'hex'),
    Buffer.alloc(1024 ** 2, n + 1),
    Buffer.from('0000000049454e44ae426082', 'hex'),
  ])

async function sendPicture(url: string, token: string, bytes: Buffer): Promise<{ status: number; link?: string }> {
  const form = new FormData()
  form.append('files', new Blob([new Uint8Array(bytes)]), 'picture.png')
  const answer = await fetch(`${url}/api/upload-images-to-s3`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
    signal: AbortSignal.timeout(90_000),
  })
  if (answer.status !== 200) return { status: answer.status }
  const { Data } = (await answer.json()) as { Data: { Location: string }[] }
  return {
    status: answer.status,
    link: new URL(Data[0]!.Location, url).pathname + new URL(Data[0]!.Location, url).search,
  }
}

/** Checks that readiness says that the disk is full, gives space back and waits until it is ready again. */
async function readyAgain(world: World, counts: DiskCounts, empty: () => void): Promise<void> {
  if (counts.refused === 0) counts.wrong.push('the disk did not run full')
  const { status } = await call(world.url, 'GET', '/api/ready')
  if (status !== 503) counts.wrong.push(`ready answered ${status} on a full disk`)
  empty()
  const began = Date.now()
  await untilReady(world.url, world.output, READY_LIMIT_MS).catch((problem: Error) =>
    counts.wrong.push(problem.message),
  )
  counts.readyAfterMs = Date.now() - began
}

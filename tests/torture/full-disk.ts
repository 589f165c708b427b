import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { call, signIn } from './call.ts'
import { openWorld, untilReady } from './world.ts'

const DISK_MB = 700
const ROWS = 5000

export type DiskCounts = { uploads: number; refused: number; wrong: string[] }

/**
 * A console on a small disk that runs full: uploads are refused as full or while the database restarts, nothing is half
 * stored, readiness says so, and once there is space it is ready again by itself. undefined where it cannot be done: a
 * disk of that size needs root on Linux.
 */
export async function fillADisk(folder: string, port: number): Promise<DiskCounts | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const disk = join(folder, 'disk')
  mkdirSync(disk, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    // A container without the right to mount.
    return undefined
  }
  try {
    return await runOn(disk, port)
  } finally {
    execFileSync('umount', ['-l', disk])
  }
}

async function runOn(disk: string, port: number): Promise<DiskCounts> {
  const counts: DiskCounts = { uploads: 0, refused: 0, wrong: [] }
  const world = await openWorld({ dataDir: join(disk, 'data'), port, env: { MIN_FREE_MB: '20' }, hasWorker: false })
  try {
    const { token } = await signIn(world.url, 'analyst@demo.test')
    const { company, brand } = await signIn(world.url, 'client@demo.test')
    const filler = join(disk, 'filler')
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 40 * 1024 ** 2)))
    const acknowledged: string[] = []
    for (; counts.uploads < 20 && counts.refused < 3; counts.uploads++) {
      const tag = `disk${counts.uploads}`
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
      if (![200, 503, 507].includes(status)) counts.wrong.push(`an upload on a full disk: ${status} ${text}`)
    }
    if (counts.refused === 0) counts.wrong.push('the disk did not run full')
    const { status } = await call(world.url, 'GET', '/api/ready')
    if (status !== 503) counts.wrong.push(`ready answered ${status} on a full disk`)
    rmSync(filler)
    await untilReady(world.url, world.output, 60_000).catch((problem: Error) => counts.wrong.push(problem.message))
    const rows = await world.ask<{ tag: string; n: number }>(
      `select split_part(url, '/', 4) as tag, count(*)::int as n from findings_e_commerce where url like 'https://shop.example/disk%' group by 1`,
    )
    for (const { tag, n } of rows) if (n !== ROWS) counts.wrong.push(`half: ${tag} has ${n} of ${ROWS} rows`)
    for (const tag of acknowledged) if (!rows.some((one) => one.tag === tag)) counts.wrong.push(`lost: ${tag}`)
  } finally {
    await world.close()
  }
  return counts
}

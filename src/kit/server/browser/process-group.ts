import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

const PAGE_BYTES = 4096

/** Kills a process and everything in its group, and resolves when none of them is left (or after two seconds). */
export async function killGroup(leader: number): Promise<void> {
  const target = process.platform === 'win32' ? leader : -leader
  for (let waited = 0; waited < 2000; waited += 20) {
    try {
      process.kill(target, 'SIGKILL')
    } catch {
      return
    }
    if ((await runningInGroup(leader)) === 0) return
    await sleep(20)
  }
}

/** The memory of a process group in bytes, without what its processes share; undefined where it cannot be read. */
export async function memoryOfGroup(leader: number): Promise<number | undefined> {
  if (process.platform === 'linux') {
    const sizes = await Promise.all((await membersOf(leader)).map((pid) => privateBytes(pid)))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  return process.platform === 'win32' ? undefined : bytesByPs(leader)
}

/** How many processes of a group still run; one that ended but was not yet waited for does not count. */
export async function runningInGroup(leader: number): Promise<number> {
  return process.platform === 'linux' ? (await membersOf(leader)).length : 0
}

async function membersOf(leader: number): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const isMember = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
      // The name in brackets may have spaces and brackets of its own: state, parent and group follow the last one.
      const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(group) === leader && state !== 'Z' && state !== 'X'
    }),
  )
  return pids.filter((_, index) => isMember[index])
}

async function privateBytes(pid: string): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => '0 0 0')
  const [, resident = 0, shared = 0] = text.split(' ').map(Number)
  return (resident - shared) * PAGE_BYTES
}

function bytesByPs(leader: number): Promise<number | undefined> {
  return new Promise((resolve) => {
    execFile('ps', ['-A', '-o', 'pgid=,rss='], (problem, text) => {
      if (problem) return resolve(undefined)
      const lines = text.split('\n').map((line) => line.trim().split(/\s+/).map(Number))
      const sizes = lines.filter(([group]) => group === leader).map(([, kilobytes = 0]) => kilobytes * 1024)
      resolve(sizes.reduce((sum, size) => sum + size, 0))
    })
  })
}

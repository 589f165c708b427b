import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Who uses a data folder now: a process and the moment it began, because numbers of processes come again. */
type Owner = { pid: number; began: string; port?: number }

const fileOf = (dataDir: string) => join(dataDir, 'in-use.json')

/** A process told to stop, or whose starter was killed, gets this long to leave before we say the folder is taken. */
const PATIENCE_MS = 4000

/** Takes the data folder for this process. Throws one line naming the other process when it stays taken. */
export async function claimFolder(dataDir: string): Promise<void> {
  const me: Owner = { pid: process.pid, began: beginningOf(process.pid) ?? '' }
  for (const limit = Date.now() + PATIENCE_MS; ; await sleep(100)) {
    try {
      writeFileSync(fileOf(dataDir), JSON.stringify(me), { mode: 0o600, flag: 'wx' })
      return
    } catch (problem) {
      const { code, message } = problem as NodeJS.ErrnoException
      if (code !== 'EEXIST') throw new Error(`The data folder ${dataDir} is not writable (${message})`)
    }
    const owner = readOwner(dataDir)
    if (!owner || !isAlive(owner)) rmSync(fileOf(dataDir), { force: true })
    else if (Date.now() > limit) {
      throw new Error(
        `The data folder ${dataDir} is used by process ${owner.pid}: stop that one, or set BRANDKEEP_DATA to another folder`,
      )
    }
  }
}

/** Gives the data folder back; does nothing when another process has it. */
export function releaseFolder(dataDir: string): void {
  if (readOwner(dataDir)?.pid === process.pid) rmSync(fileOf(dataDir), { force: true })
}

/** Notes where the database listens, for commands that join a running console. */
export function rememberPort(dataDir: string, port: number): void {
  const owner = readOwner(dataDir)
  if (owner?.pid === process.pid) writeFileSync(fileOf(dataDir), JSON.stringify({ ...owner, port }), { mode: 0o600 })
}

/** The database port of the living process that has `dataDir`, or undefined. */
export function runningPort(dataDir: string): number | undefined {
  const owner = readOwner(dataDir)
  return owner && isAlive(owner) ? owner.port : undefined
}

function readOwner(dataDir: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Owner
  } catch {
    return undefined
  }
}

function isAlive(owner: Owner): boolean {
  try {
    process.kill(owner.pid, 0)
  } catch (problem) {
    // EPERM: alive, but another user's.
    if ((problem as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  const began = beginningOf(owner.pid)
  return began === undefined || began === owner.began
}

/**
 * When a process began, in words only good for comparing; 'dead' when it ended and only waits for its parent
 * to notice, as in containers; undefined where the system does not tell.
 */
function beginningOf(pid: number): string | undefined {
  try {
    if (platform() === 'linux') {
      // The fields after the command, which may hold spaces and brackets itself: state first, beginning twentieth.
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return fields[0] === 'Z' || fields[0] === 'X' ? 'dead' : fields[19]
    }
    if (platform() === 'win32') return undefined
    return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
  } catch {
    return undefined
  }
}

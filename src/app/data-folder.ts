import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { platform } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isProcess } from '#kit/server/is-process.ts'

/** The process that uses a data folder, with its start time, because process ids are reused. */
type Owner = { pid: number; began: string; port?: number }

const fileOf = (dataDir: string) => join(dataDir, 'in-use.json')

/** How long a process that is being stopped, or whose parent was killed, has to exit before an error is thrown. */
const CLAIM_TIMEOUT_MS = 4000

/** Claims the data folder for this process. Throws a one-line message naming the process that still uses it. */
export async function claimFolder(dataDir: string): Promise<void> {
  const me: Owner = { pid: process.pid, began: startTimeOf(process.pid) ?? '' }
  for (const limit = Date.now() + CLAIM_TIMEOUT_MS; ; await sleep(100)) {
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

/** Releases the data folder; does nothing when another process has it. */
export function releaseFolder(dataDir: string): void {
  if (readOwner(dataDir)?.pid === process.pid) rmSync(fileOf(dataDir), { force: true })
}

/** Stores the port of the database, for commands that connect to a running console. */
export function rememberPort(dataDir: string, port: number): void {
  const owner = readOwner(dataDir)
  if (owner?.pid === process.pid) writeFileSync(fileOf(dataDir), JSON.stringify({ ...owner, port }), { mode: 0o600 })
}

/** The database port of the running process that uses `dataDir`, or undefined. */
export function runningPort(dataDir: string): number | undefined {
  const owner = readOwner(dataDir)
  return owner && isAlive(owner) ? owner.port : undefined
}

/** Whether a process that is running has claimed the folder. */
export function isInUse(dataDir: string): boolean {
  const owner = readOwner(dataDir)
  return owner !== undefined && isAlive(owner)
}

function readOwner(dataDir: string): Owner | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as Owner
  } catch {
    return undefined
  }
}

function isAlive(owner: Owner): boolean {
  if (!isProcess(owner.pid)) return false
  const began = startTimeOf(owner.pid)
  return began === undefined || began === owner.began
}

/**
 * The start time of a process, as a text only good for comparison; 'dead' for a process that ended but was not
 * reaped by its parent, as in containers; undefined where the system does not report it.
 */
function startTimeOf(pid: number): string | undefined {
  try {
    if (platform() === 'linux') {
      // The fields after the command, which may contain spaces and brackets: state is first, start time twentieth.
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

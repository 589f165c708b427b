import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestProject } from 'vitest/node'
import { claimFolder, isInUse } from '#app/data-folder.ts'
import '#kit/server/testing.ts'

/** Linux's file system in memory, where the database of a run is when there is room. */
export const memoryFolder = '/dev/shm'

/** Folders of a run by the start of their names: temporary files, and the database. */
const runPrefix = 'brandkeep-run-'
export const databasePrefix = 'brandkeep-tests-'

/** A folder that another run has just created, and not yet claimed, is younger than this. */
const UNCLAIMED_MS = 60_000

/**
 * One folder for all temporary files of the run, removed at its end. What a killed run left behind is removed by the next
 * one: its files, and its database with the process.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  await removeLeftovers()
  const before = process.env['TMPDIR']
  const folder = mkdtempSync(join(tmpdir(), runPrefix))
  await claimFolder(folder)
  // As /tmp itself: tests start programs as other users.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  project.provide('runFolder', folder)
  return () => {
    if (before === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = before
    rmSync(folder, { recursive: true, force: true })
  }
}

async function removeLeftovers(): Promise<void> {
  for (const parent of [memoryFolder, tmpdir()]) {
    const names = existsSync(parent) ? readdirSync(parent) : []
    for (const name of names.filter((one) => one.startsWith(runPrefix) || one.startsWith(databasePrefix))) {
      const folder = join(parent, name)
      // Another run may remove it at the same moment.
      if (isLeftover(folder)) await remove(folder).catch(() => undefined)
    }
  }
}

function isLeftover(folder: string): boolean {
  const made = statSync(folder, { throwIfNoEntry: false })?.mtimeMs
  if (made === undefined || isInUse(folder)) return false
  return existsSync(join(folder, 'in-use.json')) || Date.now() - made > UNCLAIMED_MS
}

async function remove(folder: string): Promise<void> {
  const cluster = join(folder, 'pg')
  const pid = existsSync(join(cluster, 'postmaster.pid')) ? postmasterOf(realpathSync(cluster)) : undefined
  if (pid !== undefined) {
    process.kill(pid, 'SIGQUIT')
    for (let wait = 0; wait < 100 && postmasterOf(realpathSync(cluster)) === pid; wait++) await sleep(50)
  }
  rmSync(folder, { recursive: true, force: true })
}

/** The process that serves a cluster. The pid file may name a process that has nothing to do with it any more. */
function postmasterOf(cluster: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    return readlinkSync(`/proc/${pid}/cwd`) === cluster ? pid : undefined
  } catch {
    return undefined
  }
}

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProcess } from '#kit/server/is-process.ts'

/** The folders that builds of this process work in. */
const inUse = new Set<string>()

/**
 * Runs `work` with an empty temporary folder, which is removed afterwards, and first removes those that killed builds of
 * the same file have left. That of a build that is running, here or in another process, stays: the queue may start a
 * try beside one that it no longer sees.
 */
export async function withWorkFolder(caseFileId: string, work: (folder: string) => Promise<void>): Promise<void> {
  const start = `brandkeep-case-${caseFileId}-`
  await removeLeftovers(start)
  const folder = await mkdtemp(join(tmpdir(), `${start}${process.pid}-`))
  inUse.add(folder)
  try {
    await work(folder)
  } finally {
    inUse.delete(folder)
    await rm(folder, { recursive: true, force: true })
  }
}

async function removeLeftovers(start: string): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(start)) continue
    const folder = join(tmpdir(), name)
    const pid = Number.parseInt(name.slice(start.length), 10)
    const isRunning = pid === process.pid ? inUse.has(folder) : isProcess(pid)
    if (!isRunning) await rm(folder, { recursive: true, force: true })
  }
}

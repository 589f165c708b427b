import { freeBytes } from '#kit/server/durable-files.ts'

/** Two files of the database's log: with less left, PostgreSQL ends while it starts, and its clients only see it gone. */
const NEEDED_BYTES = 32 * 2 ** 20

/**
 * `problem` of a start, or an error that names the full disk where `free` bytes of `folder` cannot be enough for one: a
 * database that lacks space closes its connections without saying why.
 */
export async function nameFullDisk(problem: unknown, folder: string, free = freeBytes(folder)): Promise<unknown> {
  const bytes = await free.catch(() => Infinity)
  if (bytes >= NEEDED_BYTES) return problem
  const reason = problem instanceof Error ? problem.message : String(problem)
  return new Error(
    `The disk of the data folder ${folder} is full (${Math.floor(bytes / 2 ** 20)} MB free): make room and start again (${reason})`,
    { cause: problem },
  )
}

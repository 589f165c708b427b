import { chmodSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { tidyFolder } from '#kit/server/durable-files.ts'

const HOUR_MS = 3_600_000

/**
 * Closes the folders of stored files and emails to others at once, and in the background, now and every hour, removes
 * abandoned parts in them and corrects the access to each file. Returns how to stop.
 */
export function startTidying(dataDir: string, onProblem: (problem: Error) => void): () => void {
  const folders = ['files', 'mail'].map((name) => join(dataDir, name))
  for (const folder of folders) if (existsSync(folder)) chmodSync(folder, 0o700)
  const tidy = () => {
    for (const folder of folders) tidyFolder(folder).catch(onProblem)
  }
  tidy()
  const timer = setInterval(tidy, HOUR_MS).unref()
  return () => clearInterval(timer)
}

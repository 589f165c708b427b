import { setTimeout as sleep } from 'node:timers/promises'
import { dropOldExports } from '#features/exports/contract.ts'
import { maxRunning, storedDays } from '#features/exports/rules.ts'
import { forgetFiles } from '#features/files/server/stored-exports.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { jobHandler, type JobHandler } from '#kit/server/worker.ts'
import { expiredExports, markRemoved } from './retention-queries.ts'
import { runNextExport } from './run-export.ts'

/** The job that deletes the files of old downloads. */
export function exportHandlers(app: AppContext): JobHandler[] {
  return [jobHandler(dropOldExports, () => dropOld(app))]
}

/** Deletes files past their retention time; who took out what stays. Objects are removed first: repeating is harmless. */
async function dropOld({ db, files }: AppContext): Promise<void> {
  for (;;) {
    const old = await expiredExports(db, storedDays)
    if (old.length === 0) return
    for (const { id, keys } of old) {
      for (const key of keys) await files.remove(key)
      await forgetFiles(db, files.bucket, keys)
      await markRemoved(db, id)
    }
  }
}

/** Milliseconds between two looks at an empty queue. */
const pause = 1000

/**
 * Runs queued downloads until `stop`: two at a time, first in, first out (G87). The queue is in the database, so any
 * number of workers may run this. `stop` returns running jobs to the queue; they go on where they were.
 */
export function startExportQueue(app: AppContext, onProblem: (problem: Error) => void): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const runLane = async () => {
    while (!signal.aborted) {
      const hasRun = await runNextExport(app, signal).catch((problem: Error) => {
        onProblem(problem)
        return false
      })
      // Stopping ends the pause.
      if (!hasRun) await sleep(pause, undefined, { signal }).catch(() => undefined)
    }
  }
  const lanes = Array.from({ length: maxRunning }, runLane)
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all(lanes)
    },
  }
}

import { noConnectionLeft } from '#kit/server/connection-limit.ts'

/** A shutdown that takes this much longer than its requests may is cut short; the database recovers at the next start. */
const LIMIT_SECONDS = 10

/**
 * Runs `close` once, on SIGINT, SIGTERM or SIGHUP, when the parent process that opened a channel to us dies,
 * or after an uncaught exception; then exits with 0, or with 1 after an exception. `graceSeconds` is how long `close`
 * itself waits for requests or jobs.
 */
export function closeOnShutdown(close: () => Promise<void>, graceSeconds = 5): void {
  let ending = false
  const end = (code: number) => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), (graceSeconds + LIMIT_SECONDS) * 1000).unref()
    close()
      .then(() => process.exit(code))
      .catch((problem: unknown) => {
        console.error(problem)
        process.exit(1)
      })
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => end(0))
  process.on('disconnect', () => end(0))
  process.on('uncaughtException', (problem) => {
    console.error(problem)
    end(1)
  })
}

/** Aborted on SIGINT, SIGTERM or SIGHUP: for commands that put things in order before they end. */
export function signalOfShutdown(): AbortSignal {
  const stop = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => stop.abort())
  return stop.signal
}

/** Prints an error as one line, without a stack, and exits with 1. */
export function exitWithError(problem: unknown): never {
  console.error(noConnectionLeft(problem) ?? (problem instanceof Error ? problem.message : problem))
  process.exit(1)
}

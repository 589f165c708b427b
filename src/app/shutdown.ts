/** A shutdown that takes longer than this is cut short; the database recovers at the next start. */
const LIMIT_MS = 15_000

/**
 * Runs `close` once, on SIGINT, SIGTERM or SIGHUP, when the parent process that opened a channel to us dies,
 * or after an uncaught exception; then exits with 0, or with 1 after an exception.
 */
export function closeOnShutdown(close: () => Promise<void>): void {
  let ending = false
  const end = (code: number) => {
    if (ending) return
    ending = true
    setTimeout(() => process.exit(1), LIMIT_MS).unref()
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

/** Prints an error as one line, without a stack, and exits with 1. */
export function exitWithError(problem: unknown): never {
  console.error(problem instanceof Error ? problem.message : problem)
  process.exit(1)
}

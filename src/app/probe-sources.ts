// `npm run probe-sources`: asks each configured source of the quick tools one harmless question and prints the answers.
import { createAppContext, filesOf, lookUpsOf, openWaysOut, settingsOf } from '#app/app-context.ts'
import { readConfig } from '#app/config.ts'
import { runningDatabase } from '#app/embedded-database.ts'
import { openDatabase } from '#app/open-database.ts'
import { exitWithError } from '#app/shutdown.ts'
import { sourceDepsOf } from '#app/tool-sources.ts'
import { probeAll } from '#features/quick-tools/server/probe-sources.ts'
import { noLiveEvents } from '#kit/server/live.ts'
import { quickToolTitle } from '#vocabulary/quick-tools.ts'

try {
  const config = readConfig()
  // Beside a running console its database is used, not opened a second time.
  const running = config.databaseUrl ? undefined : runningDatabase(config.dataDir)
  const { jobs, close } = await openDatabase(running ? { ...config, databaseUrl: running } : config, console.log)
  const { egress, browser, close: closeWaysOut } = await openWaysOut(config)
  const { pool, db } = jobs
  const app = createAppContext({
    pool,
    db,
    settings: settingsOf(config),
    files: filesOf(config),
    live: noLiveEvents,
    egress,
    browser,
  })
  const deps = sourceDepsOf(config, lookUpsOf(config), egress)
  try {
    for (const { source, outcome, detail, milliseconds } of await probeAll(app, deps, AbortSignal.timeout(300_000)))
      console.log(`${quickToolTitle(source).padEnd(22)}${outcome.padEnd(12)}${milliseconds} ms  ${detail}`)
  } finally {
    await closeWaysOut()
    await close()
  }
} catch (problem) {
  exitWithError(problem)
}

// `npm run backup -- FILE [--overwrite] [--without-files]`: the database, the stored files and the secret in one file.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { filesOf, ownVersion } from '#app/app-context.ts'
import { noteBackup } from '#app/backup/note-backup.ts'
import { finishRestore } from '#app/backup/restored-secret.ts'
import { writeBackup } from '#app/backup/write-backup.ts'
import { readConfig } from '#app/config.ts'
import { runningDatabase, startEmbeddedDatabase } from '#app/embedded-database.ts'
import { exitWithError, signalOfShutdown } from '#app/shutdown.ts'
import { refuseSharedSessions } from '#kit/server/pooler.ts'
import { counted, sizeText } from '#vocabulary/numbers.ts'

const usage = 'npm run backup -- FILE [--overwrite] [--without-files]'

try {
  const { values, positionals } = parseArgs({
    options: { overwrite: { type: 'boolean' }, 'without-files': { type: 'boolean' } },
    allowPositionals: true,
  })
  const [file, ...extra] = positionals
  if (file === undefined || extra.length > 0) throw new Error(usage)
  const config = readConfig()
  if (config.databaseUrl) await refuseSharedSessions(config.databaseUrl)
  const running = config.databaseUrl ?? runningDatabase(config.dataDir)
  // Not openDatabase: it would apply migrations, and a backup before an upgrade is one of the old version.
  const embedded = running ? undefined : await startEmbeddedDatabase({ dataDir: config.dataDir, say: console.log })
  try {
    const path = resolve(file)
    const { rows, files, fileBytes, bytes, seconds } = await writeBackup(
      {
        databaseUrl: running ?? embedded?.url ?? '',
        files: values['without-files'] ? undefined : filesOf(config),
        secret: (await finishRestore(config, running ?? embedded?.url ?? '')).signingSecret,
        programVersion: ownVersion(),
      },
      path,
      { overwrite: values.overwrite ?? false, say: console.log, signal: signalOfShutdown() },
    )
    await noteBackup(running ?? embedded?.url ?? '').catch((problem: Error) =>
      console.error(`The backup is complete, but its time could not be stored for the metrics: ${problem.message}`),
    )
    console.log(`${path}: ${sizeText(bytes)}, ${counted(rows, 'row')}, ${seconds.toFixed(1)} s`)
    console.log(
      values['without-files']
        ? 'Without the stored files: back them up with the tools of their store.'
        : `${counted(files, 'file')}${files === 0 ? '' : ` of ${sizeText(fileBytes)}`}`,
    )
    console.log('It holds password hashes and the secret: keep it where only you can read it, away from this machine.')
  } finally {
    await embedded?.stop()
  }
  process.exit(0)
} catch (problem) {
  exitWithError(problem)
}

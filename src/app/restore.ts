// `npm run restore -- FILE [--replace] [--send-emails]`: puts back what `npm run backup` wrote.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { filesOf } from '#app/app-context.ts'
import { restoreBackup } from '#app/backup/restore-backup.ts'
import { readConfig } from '#app/config.ts'
import { startEmbeddedDatabase } from '#app/embedded-database.ts'
import { migrations } from '#app/open-database.ts'
import { exitWithError, signalOfShutdown } from '#app/shutdown.ts'
import { refuseSharedSessions } from '#kit/server/pooler.ts'
import { counted } from '#vocabulary/numbers.ts'

const usage = 'npm run restore -- FILE [--replace] [--send-emails]'

try {
  const { values, positionals } = parseArgs({
    options: { replace: { type: 'boolean' }, 'send-emails': { type: 'boolean' } },
    allowPositionals: true,
  })
  const [file, ...extra] = positionals
  if (file === undefined || extra.length > 0) throw new Error(usage)
  const config = readConfig()
  if (config.databaseUrl) await refuseSharedSessions(config.databaseUrl)
  const signal = signalOfShutdown()
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedDatabase({ dataDir: config.dataDir, say: console.log })
  try {
    const { rows, files, unconfirmedEmails, secret, seconds } = await restoreBackup(
      resolve(file),
      {
        databaseUrl: config.databaseUrl ?? embedded?.url ?? '',
        files: filesOf(config),
        migrations,
        secretFile: config.secretFile,
      },
      {
        replace: values.replace ?? false,
        sendEmails: values['send-emails'] ?? false,
        say: console.log,
        signal,
      },
    )
    console.log(`Restored ${counted(rows, 'row')} and ${counted(files, 'file')} in ${seconds.toFixed(1)} s.`)
    console.log('Everybody signs in again.')
    if (unconfirmedEmails > 0)
      console.log(
        `${counted(unconfirmedEmails, 'email')} waited when the backup was made. They are not sent: look at their records.`,
      )
    if (config.secretFile === undefined && secret !== config.signingSecret)
      console.log('SIGNING_SECRET is not that of the backup: links in emails that were sent are invalid with it.')
  } finally {
    await embedded?.stop()
  }
  process.exit(0)
} catch (problem) {
  exitWithError(problem)
}

import { rows, sql, type Db } from '#kit/server/db.ts'
import { hashPassword } from '#kit/server/passwords.ts'
import type { AppContext } from '#kit/server/serve.ts'
import { runNextExport } from './run-export.ts'

export const actionPassword = 'Take-it-out-26'

/** Sets the password of bulk downloads, as an Admin does on the screen. */
export async function setActionPassword(db: Db, userId: string): Promise<void> {
  await rows(
    db,
    sql`insert into action_passwords (purpose, password_hash, set_by)
      values ('bulk-download', ${await hashPassword(actionPassword)}, ${userId}) on conflict do nothing`,
  )
}

/** Runs queued downloads until none is due. */
export async function runExports(app: AppContext): Promise<void> {
  while (await runNextExport(app));
}

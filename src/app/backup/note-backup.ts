import { connect } from './database-contents.ts'

/** PostgreSQL: undefined column, undefined table. */
const unknownToDatabase = ['42703', '42P01']

/** Stores when a backup was complete. A database of an older version, which is backed up before an upgrade, has no place for it. */
export async function noteBackup(databaseUrl: string): Promise<void> {
  const client = await connect(databaseUrl)
  try {
    await client.query('update installation set backed_up_at = now()')
  } catch (problem) {
    if (!unknownToDatabase.includes((problem as { code?: string }).code ?? '')) throw problem
  } finally {
    await client.end()
  }
}

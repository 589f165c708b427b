import type { Pool } from 'pg'
import type { Config } from '#app/config.ts'
import { createAppContext, filesOf, settingsOf } from '#app/app-context.ts'
import { demoDomainSearch } from '#app/open-domain-search.ts'
import { demoPassword, demoUsers } from '#features/demo/server/people.ts'
import { openDemoWeb } from '#features/demo/server/small-web/open-demo-web.ts'
import { takePagePictures } from '#features/domain-search/contract-jobs.ts'
import { isActive } from '#kit/server/active-people.ts'
import { onPool, rows, sql } from '#kit/server/db.ts'
import { openEgress } from '#kit/server/egress.ts'
import { enqueue } from '#kit/server/jobs.ts'
import { noLiveEvents } from '#kit/server/live.ts'
import { hashPassword, isPassword } from '#kit/server/passwords.ts'

/**
 * Fills the demo world when there are no users yet; its code and the picture library are loaded only then. `share`: part
 * of the findings, for tests.
 */
export async function fillDemo(config: Config, pool: Pool, say: (line: string) => void, share = 1): Promise<void> {
  const empty = await pool.query<{ empty: boolean }>('select not exists (select from users) as empty')
  if (!empty.rows[0]?.empty) return
  const began = performance.now()
  say('Filling the demo world …')
  const { fillDemoWorld } = await import('#features/demo/server/fill-demo-world.ts')
  const files = filesOf(config)
  const filled = await fillDemoWorld({
    pool,
    hashPassword,
    bucket: files.bucket,
    zone: config.businessZone,
    share,
    putPicture: ({ key, bytes, mediaType }) => files.put(key, bytes, mediaType),
  })
  if (!filled) return
  await addWork(config, pool)
  say(`The demo world was filled in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

/**
 * Throws a sentence with the remedy if people of the demo world can sign in with its password, which everybody can read:
 * a console without the demo world that was started on its data would let them in.
 */
export async function refuseDemoPeople(pool: Pool): Promise<void> {
  const people = await rows<{ username: string; stored: string | null }>(
    onPool(pool),
    sql`select u.username, u.password_hash as stored from users u
      where u.username = any(${demoUsers.map(({ username }) => username)}::text[]) and ${isActive(sql`u`)}
      order by u.username collate "C"`,
  )
  for (const { username, stored } of people)
    if (await isPassword(stored, demoPassword))
      throw new Error(
        `BRANDKEEP_DEMO is 0, but this database has the demo world and ${username} its public password: ` +
          'set BRANDKEEP_DATA to a new folder, or DATABASE_URL to an empty database',
      )
}

/** Names that one search asks about: those in certificates and the most plausible ones; more would take seconds. */
const namesPerSearch = 60

/** What the team is doing in the demo world: needs the small web, and reads it without a browser, which takes longer. */
async function addWork(config: Config, pool: Pool): Promise<void> {
  const { addTeamWork } = await import('#features/demo/server/add-team-work.ts')
  const web = await openDemoWeb()
  const egress = openEgress({ ownServers: web.ownServers })
  try {
    const db = onPool(pool)
    const app = createAppContext({
      pool,
      db,
      files: filesOf(config),
      settings: settingsOf(config),
      live: noLiveEvents,
      egress,
    })
    await addTeamWork(app, { ...demoDomainSearch(config)(app).search, checksPerRun: namesPerSearch })
    // Its turn would come within ten minutes, and whoever tries the demo world looks at once.
    await enqueue(db, takePagePictures, {})
  } finally {
    await egress.close()
    await web.close()
  }
}

import type { Pool } from 'pg'
import type { Config } from '#app/config.ts'
import { filesOf } from '#app/app-context.ts'
import { hashPassword } from '#kit/server/passwords.ts'

/** Fills the demo world when there are no users yet; its code and the picture library are loaded only then. */
export async function fillDemo(config: Config, pool: Pool, say: (line: string) => void): Promise<void> {
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
    putPicture: ({ key, bytes, mediaType }) => files.put(key, bytes, mediaType),
  })
  if (filled) say(`The demo world was filled in ${((performance.now() - began) / 1000).toFixed(1)} s`)
}

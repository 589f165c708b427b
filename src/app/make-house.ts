import type { Pool } from 'pg'
import type { Config } from '#app/config.ts'
import { sessionOf } from '#features/sessions/server/session-of.ts'
import type { Db } from '#kit/server/db.ts'
import type { House, Settings } from '#kit/server/serve.ts'

/** What the parts of the program share, made of what the entry point opened. */
export function makeHouse(of: { pool: Pool; db: Db; settings: Settings; checkAnswers?: boolean }): House {
  return {
    pool: of.pool,
    db: of.db,
    sessionOf: (token) => sessionOf(of.db, token),
    checkAnswers: of.checkAnswers ?? false,
    settings: of.settings,
  }
}

/** The part of the environment that handlers may know. */
export function settingsOf(config: Config): Settings {
  return {
    appUrl: config.appUrl,
    productName: config.productName,
    supportAddress: config.mail.support,
    businessZone: config.businessZone,
    signingSecret: config.signingSecret,
    demo: config.demo,
    google: config.google,
  }
}

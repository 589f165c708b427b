import type { Db } from '#kit/server/db.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { hashPassword } from '#kit/server/passwords.ts'
import type { Platform } from '#platforms/platform.ts'
import { type TestDatabase, testDatabase } from '#kit/server/testing.ts'
import { signInAs } from '#features/sessions/server/testing.ts'
import { addFindings } from '#features/findings/server/testing.ts'
import { platformNames } from '#vocabulary/platform-names.ts'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { afterAll, beforeAll } from 'vitest'

export const testPassword = 'Right@2026'

/** Two unrelated companies, one with a child company; brands; users of each kind. Every password is `testPassword`. */
export type TestWorld = Awaited<ReturnType<typeof buildTestWorld>>

const allPlatforms = Object.fromEntries(platformNames.map(({ key }) => [key, {}]))

/** Fills a test database with a small data set that has records on both sides of every access boundary. */
export async function buildTestWorld(db: Db) {
  const passwordHash = await hashPassword(testPassword)
  const company = async (name: string, parentId: string | null = null) => {
    const id = newId()
    await rows(
      db,
      sql`insert into companies (id, name, legal_name, parent_id) values (${id}, ${name}, ${`${name} Limited`}, ${parentId})`,
    )
    return id
  }
  const brand = async (companyId: string, name: string, options: { enabled?: boolean; platforms?: object } = {}) => {
    const id = newId()
    const platforms = JSON.stringify(options.platforms ?? allPlatforms)
    await rows(
      db,
      sql`insert into brands (id, company_id, brand_name, enabled, platforms)
          values (${id}, ${companyId}, ${name}, ${options.enabled ?? true}, ${platforms}::jsonb)`,
    )
    return id
  }
  const person = async (
    username: string,
    role: 'Client' | 'Analyst' | 'Admin',
    options: { companyId?: string; twoFactor?: boolean; isGoogle?: boolean; isBlocked?: boolean } = {},
  ) => {
    const id = newId()
    await rows(
      db,
      sql`insert into users (id, username, email, first_name, last_name, role, company_id, two_factor, is_google, is_blocked, password_hash)
          values (${id}, ${username}, ${`${username}@mail.test`}, 'First', 'Last', ${role}, ${options.companyId ?? null},
            ${options.twoFactor ?? false}, ${options.isGoogle ?? false}, ${options.isBlocked ?? false}, ${passwordHash})`,
    )
    return id
  }
  const parent = await company('Acme')
  const child = await company('Acme Child', parent)
  const foreign = await company('Zenith')
  return {
    companies: { parent, child, foreign },
    brands: {
      own: await brand(parent, 'Acme One'),
      disabled: await brand(parent, 'Acme Off', { enabled: false }),
      child: await brand(child, 'Acme Junior', { platforms: { domain: {}, eCommerce: {} } }),
      foreign: await brand(foreign, 'Zenith One'),
    },
    people: {
      client: await person('client', 'Client', { companyId: parent }),
      childClient: await person('childclient', 'Client', { companyId: child }),
      foreignClient: await person('stranger', 'Client', { companyId: foreign }),
      analyst: await person('analyst', 'Analyst'),
      admin: await person('admin', 'Admin'),
      twoFactor: await person('twofactor', 'Client', { companyId: parent, twoFactor: true }),
      google: await person('google', 'Client', { companyId: parent, isGoogle: true }),
      blocked: await person('blocked', 'Client', { companyId: parent, isBlocked: true }),
    },
  }
}

type Stored = { status: string; version: number; client_comment: string | null }

/** Set-up for tests of actions on findings: one app and data set per test file, and shared helpers. */
export function setUpActionTests() {
  const at = { tokens: {} } as {
    database: TestDatabase
    testApp: TestApp
    world: TestWorld
    tokens: Record<string, string>
  }
  beforeAll(async () => {
    at.database = await testDatabase()
    at.world = await buildTestWorld(at.database.db)
    at.testApp = await buildTestApp(at.database)
    for (const [name, id] of Object.entries(at.world.people)) at.tokens[name] = await signInAs(at.database.db, id)
  })
  afterAll(async () => {
    await at.testApp.close()
    await at.database.drop()
  })

  const post = (path: string, payload: object, who = 'client') =>
    at.testApp.server.inject({
      method: 'POST',
      url: `/api/${path}`,
      payload,
      headers: { authorization: `Bearer ${at.tokens[who]!}` },
    })
  const get = (path: string, who = 'client') =>
    at.testApp.server.inject({ url: `/api/${path}`, headers: { authorization: `Bearer ${at.tokens[who]!}` } })
  const own = (platform: Platform, statuses: string[], more: Record<string, unknown> = {}) =>
    addFindings(
      at.database.db,
      platform,
      statuses.map((status) => ({
        companyId: at.world.companies.parent,
        brandId: at.world.brands.own,
        status,
        ...more,
      })),
    )
  return {
    at,
    get,
    post,
    own,
    one: async (platform: Platform, status: string, more = {}) => (await own(platform, [status], more))[0]!,
    stored: async (id: string) =>
      (
        await rows<Stored>(at.database.db, sql`select status, version, client_comment from findings where id = ${id}`)
      )[0]!,
    logOf: (id: string) =>
      rows(
        at.database.db,
        sql`select module, username, status_from, status_to, platform, search_term, brand_id, user_id from status_log
          where finding_id = ${id} order by at, id`,
      ),
    change: (id: string, body: object, who?: string) =>
      post(`save-bulk-data/update-infrigement-status/${id}`, body, who),
  }
}

type TestResponse = { statusCode: number; json: () => { errors?: Record<string, string>[] } }

/** Set-up for tests of master data: the same app, with requests and uploads as an Admin or the user named. */
export function setUpAdminTests() {
  const { at } = setUpActionTests()
  const headers = (who: string) => ({ authorization: `Bearer ${at.tokens[who]!}` })
  return {
    at,
    request: (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, who = 'admin') =>
      at.testApp.server.inject({ method, url: `/api${url}`, headers: headers(who), ...(payload ? { payload } : {}) }),
    /** Field → message of a validation error. */
    errorsOf: (answer: TestResponse) => Object.assign({}, ...(answer.json().errors ?? [])) as Record<string, string>,
    /** The data log so far, as [type, model, how many, company]. */
    logged: async () =>
      (
        await at.database.pool.query('select type, model, total_affected, company_id from data_log order by at, id')
      ).rows.map((line: object) => Object.values(line) as unknown[]),
    /** Uploads one file as a browser does (multipart/form-data). */
    upload: (to: 'white-label' | 'enforcement-configuration', name: string, bytes: Buffer) => {
      const edge = 'edge-of-the-part'
      const head = `--${edge}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\n\r\n`
      return at.testApp.server.inject({
        method: 'POST',
        url: `/api/upload-images-to-s3/${to}`,
        payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
        headers: { 'content-type': `multipart/form-data; boundary=${edge}`, ...headers('admin') },
      })
    },
  }
}

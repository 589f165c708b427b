import type { Db } from '#kit/server/db.ts'
import { rows, sql } from '#kit/server/db.ts'
import { newId } from '#kit/server/id.ts'
import { hashPassword } from '#kit/server/passwords.ts'

export const testPassword = 'Right@2026'

/** Two unrelated companies, one of them with a child; brands; a person of each kind. Every password is `testPassword`. */
export type TestWorld = Awaited<ReturnType<typeof buildTestWorld>>

const allPlatforms = { domain: {}, website: {}, socialMedia: {}, eCommerce: {}, appStore: {}, tmch: {} }

/** Fills a test's database with a small world that has something on both sides of every wall. */
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
  const brand = async (companyId: string, name: string, of: { enabled?: boolean; platforms?: object } = {}) => {
    const id = newId()
    const platforms = JSON.stringify(of.platforms ?? allPlatforms)
    await rows(
      db,
      sql`insert into brands (id, company_id, brand_name, enabled, platforms)
          values (${id}, ${companyId}, ${name}, ${of.enabled ?? true}, ${platforms}::jsonb)`,
    )
    return id
  }
  const person = async (
    username: string,
    role: 'Client' | 'Analyst' | 'Admin',
    of: { companyId?: string; twoFactor?: boolean; isGoogle?: boolean; isBlocked?: boolean } = {},
  ) => {
    const id = newId()
    await rows(
      db,
      sql`insert into users (id, username, email, first_name, last_name, role, company_id, two_factor, is_google, is_blocked, password_hash)
          values (${id}, ${username}, ${`${username}@mail.test`}, 'First', 'Last', ${role}, ${of.companyId ?? null},
            ${of.twoFactor ?? false}, ${of.isGoogle ?? false}, ${of.isBlocked ?? false}, ${passwordHash})`,
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

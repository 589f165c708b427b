import { inTransaction } from '#kit/server/db.ts'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#app/testing.ts'
import { buildTestWorld, type TestWorld } from '#app/testing-world.ts'
import { locksWaitedFor, type TestDatabase, testDatabase } from '#kit/server/testing.ts'

let database: TestDatabase
let world: TestWorld
let testApp: TestApp
let provider: Server
/** Who signs in at the provider, and whether the provider has verified the address. */
let account = { email: 'google@mail.test', verified: true }

const appUrl = 'http://127.0.0.1:4000'
const client = { clientId: 'brandkeep', clientSecret: 'a secret of the client, long enough' }

beforeAll(async () => {
  database = await testDatabase()
  world = await buildTestWorld(database.db)
  const started = await startProvider()
  provider = started.server
  testApp = await buildTestApp(database, { settings: { appUrl, google: { ...client, issuer: started.issuer } } })
})
afterAll(async () => {
  await testApp.close()
  provider.close()
  provider.closeAllConnections()
  await database.drop()
})

/** A real OpenID provider on this machine; its sign-in page accepts `account`. */
async function startProvider(): Promise<{ server: Server; issuer: string }> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const oidc = new Provider(issuer, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        redirect_uris: [`${appUrl}/api/auth/google/callback`],
      },
    ],
    cookies: { keys: ['a key of the test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => Promise.resolve({ sub, email: account.email, email_verified: account.verified }),
    }),
    loadExistingGrant: async ({ oidc: { client: requestingClient, session } }) => {
      const grant = new oidc.Grant({ clientId: requestingClient!.clientId, accountId: session!.accountId! })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  const handle = oidc.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      void oidc.interactionFinished(request, response, { login: { accountId: account.email } })
    else void handle(request, response)
  })
  return { server, issuer }
}

const start = () => testApp.server.inject({ url: '/api/auth/google' })
const cookieOf = (headers: Record<string, unknown>) => String(headers['set-cookie']).split(';')[0]

/** Follows the provider's redirects as a browser would, until the one that returns to the console. */
async function signInAtProvider(from: string): Promise<URL> {
  const jar = new Map<string, string>()
  let address = from
  for (let hop = 0; hop < 10; hop++) {
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    address = new URL(response.headers.get('location') ?? '', address).href
    if (address.startsWith(appUrl)) return new URL(address)
  }
  throw new Error('the provider did not redirect back')
}

async function followCallback(back: URL, cookie: string | undefined) {
  const page = await testApp.server.inject({ url: back.pathname + back.search, headers: cookie ? { cookie } : {} })
  const data = (name: string) =>
    (new RegExp(`data-${name}="([^"]*)"`).exec(page.body)?.[1] ?? '').replaceAll('&quot;', '"').replaceAll('&#39;', "'")
  return {
    page,
    origin: data('origin'),
    answer: JSON.parse(data('answer')) as { token?: string; userRole?: string; error?: string },
  }
}

async function wholeFlow(who: typeof account) {
  account = who
  const started = await start()
  return followCallback(await signInAtProvider(String(started.headers.location)), cookieOf(started.headers))
}

describe('Google sign-in', () => {
  test('C-260 the complete code flow ends with a token and the role, posted to the console only', async () => {
    const { page, origin, answer } = await wholeFlow({ email: 'google@mail.test', verified: true })
    expect(answer).toEqual({ token: expect.any(String), userRole: 'Client' })
    expect(origin).toBe(appUrl)
    const user = await testApp.server.inject({
      method: 'POST',
      url: '/api/users/verify/token',
      payload: { token: answer.token },
    })
    expect(user.json()).toMatchObject({ id: world.people.google, isGoogleAuth: 1 })
    expect(page.headers['cross-origin-opener-policy']).toBe('unsafe-none')
  })

  test('the flow carries state, nonce and PKCE, and its cookie cannot be read by scripts', async () => {
    const started = await start()
    const params = new URL(String(started.headers.location)).searchParams
    expect(params.get('response_type')).toBe('code')
    expect(params.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge']) expect(params.get(name)?.length).toBeGreaterThan(30)
    expect(started.headers['set-cookie']).toMatch(/Path=\/api\/auth; HttpOnly; SameSite=Lax; Max-Age=600/)
  })

  test('only existing, unblocked Google users with the same verified address can sign in', async () => {
    const refused = 'No account is linked to this Google address. Please contact administrator.'
    for (const who of [
      { email: 'nobody@mail.test', verified: true },
      { email: 'client@mail.test', verified: true },
      { email: 'google@mail.test', verified: false },
    ])
      expect((await wholeFlow(who)).answer).toEqual({ error: refused })
    await database.pool.query('update users set is_blocked = true where id = $1', [world.people.google])
    expect((await wholeFlow({ email: 'google@mail.test', verified: true })).answer).toEqual({ error: refused })
    await database.pool.query('update users set is_blocked = false where id = $1', [world.people.google])
  })

  test('a person who is blocked while the sign-in waits is refused', async () => {
    account = { email: 'google@mail.test', verified: true }
    const started = await start()
    const back = await signInAtProvider(String(started.headers.location))
    const { begun } = await inTransaction(database.pool, async ({ client }) => {
      await client.query('update users set is_blocked = true where id = $1', [world.people.google])
      const waiting = followCallback(back, cookieOf(started.headers))
      await expect.poll(() => locksWaitedFor(database)).toBe(1)
      return { begun: waiting }
    })
    expect((await begun).answer).toEqual({ error: expect.stringMatching(/^No account is linked/) })
    await database.pool.query('update users set is_blocked = false where id = $1', [world.people.google])
  })

  test('a forged callback, the state of another sign-in and a used code give an error, never a token', async () => {
    account = { email: 'google@mail.test', verified: true }
    const started = await start()
    const other = await start()
    const back = await signInAtProvider(String(started.headers.location))
    const failed = { error: 'Google sign-in failed. Please try again.' }
    expect((await followCallback(back, undefined)).answer).toEqual(failed)
    expect((await followCallback(back, cookieOf(other.headers))).answer).toEqual(failed)
    expect((await followCallback(back, cookieOf(started.headers))).answer).toHaveProperty('token')
    expect((await followCallback(back, cookieOf(started.headers))).answer).toEqual(failed)
    const made = new URL(`${appUrl}/api/auth/google/callback?code=x&state=y`)
    expect((await followCallback(made, cookieOf(other.headers))).answer).toEqual(failed)
  })

  test('the final page has no inline script, so the strict content security policy applies', async () => {
    const { page } = await followCallback(new URL(`${appUrl}/api/auth/google/callback`), undefined)
    expect(page.headers['content-security-policy']).toContain("script-src 'self'")
    expect(page.headers['cache-control']).toBe('no-store')
    expect([...page.body.matchAll(/<script[^>]*>([^<]*)/g)].map(([all, inside]) => [all, inside])).toEqual([
      ['<script src="/api/auth/popup.js">', ''],
    ])
    const script = await testApp.server.inject({ url: '/api/auth/popup.js' })
    expect(script.headers['content-type']).toContain('text/javascript')
    expect(script.body).toContain('postMessage(JSON.parse(answer), origin)')
  })

  test('says so when Google sign-in is not configured', async () => {
    const plain = await buildTestApp(database)
    const page = await plain.server.inject({ url: '/api/auth/google' })
    expect(page.body).toContain('Google sign-in is not configured.')
    await plain.close()
  })
})

import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Configuration } from 'openid-client'
import type { sessions } from '#features/sessions/contract.ts'
import { googleFailed, googleOff, googleUnknown } from '#features/sessions/messages.ts'
import { inTransaction } from '#kit/server/db.ts'
import type { Call, AppContext } from '#kit/server/serve.ts'
import { beginSession } from './begin-session.ts'
import { callerOf } from './caller.ts'
import { type PopupAnswer, sendPopup } from './google-popup.ts'
import { googlePerson, lockPerson } from './queries.ts'

// Loaded only where Google is configured, on the first Google sign-in.
const loadOpenIdClient = () => import('openid-client')

const COOKIE = 'brandkeep_google'
const COOKIE_SECONDS = 600

/** Redirects the popup to the provider: code flow with state, nonce and PKCE (G25), all three in an HttpOnly cookie. */
export async function startGoogle(
  app: AppContext,
  { request, reply }: Call<typeof sessions.google>,
): Promise<FastifyReply> {
  const configuration = await discoverProvider(app)
  if (configuration === undefined) return sendPopup(app, reply, { error: googleOff })
  if (configuration === 'unreachable') {
    request.log.error('the OpenID provider cannot be reached')
    return sendPopup(app, reply, { error: googleFailed })
  }
  const openid = await loadOpenIdClient()
  const verifier = openid.randomPKCECodeVerifier()
  const state = openid.randomState()
  const nonce = openid.randomNonce()
  const address = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: `${app.settings.appUrl}/api/auth/google/callback`,
    scope: 'openid email',
    code_challenge: await openid.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  })
  return setCookie(app, reply, [state, nonce, verifier].join('.'), COOKIE_SECONDS)
    .header('cross-origin-opener-policy', 'unsafe-none')
    .redirect(address.href)
}

/** The provider's callback: signs the person in and posts the token to the console's window. */
export async function googleCallback(
  app: AppContext,
  { request, reply }: Call<typeof sessions.googleCallback>,
): Promise<FastifyReply> {
  const answer = await completeSignIn(app, request)
  return sendPopup(app, setCookie(app, reply, '', 0), answer)
}

async function completeSignIn(app: AppContext, request: FastifyRequest): Promise<PopupAnswer> {
  const configuration = await discoverProvider(app)
  if (configuration === undefined) return { error: googleOff }
  const [state, nonce, verifier] = (cookieOf(request) ?? '').split('.')
  if (configuration === 'unreachable' || !state || !nonce || !verifier) return { error: googleFailed }
  const email = await verifiedAddress(configuration, {
    returned: new URL(request.raw.url ?? '', app.settings.appUrl),
    state,
    nonce,
    verifier,
  }).catch((problem: unknown) => {
    request.log.warn({ err: problem }, 'Google sign-in refused')
    return undefined
  })
  if (email === undefined) return { error: googleFailed }
  const known = email === '' ? undefined : await googlePerson(app.db, email)
  if (!known) return { error: googleUnknown }
  return inTransaction(app.pool, async ({ db }) => {
    await lockPerson(db, known.id)
    // Whoever blocked the person meanwhile held that lock.
    const person = await googlePerson(db, email)
    if (person?.id !== known.id) return { error: googleUnknown }
    const user = await beginSession(db, person.id, callerOf(request))
    return { token: user.jwtToken, userRole: person.role }
  })
}

/** The address the provider has verified, '' if none. Throws when the code, state, nonce or signature is wrong. */
async function verifiedAddress(
  configuration: Configuration,
  params: { returned: URL; state: string; nonce: string; verifier: string },
): Promise<string> {
  const openid = await loadOpenIdClient()
  const tokens = await openid.authorizationCodeGrant(configuration, params.returned, {
    expectedState: params.state,
    expectedNonce: params.nonce,
    pkceCodeVerifier: params.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()
  if (!claims) return ''
  const userInfo = claims['email'] ? claims : await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
  return userInfo['email_verified'] === true && typeof userInfo['email'] === 'string' ? userInfo['email'] : ''
}

const providers = new Map<string, Promise<Configuration>>()

/** The provider's endpoints and keys, fetched once; after a failure they are fetched again next time. */
async function discoverProvider(app: AppContext): Promise<Configuration | 'unreachable' | undefined> {
  const google = app.settings.google
  if (!google) return undefined
  const key = `${google.issuer} ${google.clientId}`
  let found = providers.get(key)
  if (!found) {
    const issuer = new URL(google.issuer)
    found = loadOpenIdClient().then((openid) =>
      openid.discovery(issuer, google.clientId, google.clientSecret, undefined, {
        // Plain http is accepted for a provider on the operator's own machine only.
        execute: issuer.protocol === 'http:' ? [openid.allowInsecureRequests] : [],
      }),
    )
    providers.set(key, found)
  }
  return found.catch(() => {
    providers.delete(key)
    return 'unreachable' as const
  })
}

function setCookie(app: AppContext, reply: FastifyReply, value: string, seconds: number): FastifyReply {
  const secure = app.settings.appUrl.startsWith('https:') ? '; Secure' : ''
  return reply.header(
    'set-cookie',
    `${COOKIE}=${value}; Path=/api/auth; HttpOnly; SameSite=Lax; Max-Age=${seconds}${secure}`,
  )
}

function cookieOf(request: FastifyRequest): string | undefined {
  return new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w.~-]*)`).exec(request.headers.cookie ?? '')?.[1]
}
